import { contract, type Wire } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';

export type ContractCard = Wire<typeof contract.card.show>;
export type Chain = ContractCard['chain'];

/** The service whose chain is shown; nothing: the portal chooses the one that is in trouble. */
export interface ChainSubject {
  readonly user_id?: string;
  readonly phone_number?: string;
}

/** A card that is open is asked again each so often: its chain tells of now. */
const EVERY_MS = 20_000;

/** The card of a contract; while another service is asked for, the card stays. */
export const useCard = (contractId: string, subject: ChainSubject) =>
  useAnswer(contract.card.show, { query: { contract_id: contractId, ...subject } }, { every: EVERY_MS, keeps: true });
