import { contract, type Wire } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';

export type ContractCard = Wire<typeof contract.card.show>;
export type Chain = ContractCard['chain'];

/** The service whose chain is shown; nothing: the portal chooses the one that is in trouble. */
export interface ChainSubject {
  readonly user_id?: string;
  readonly phone_number?: string;
}

/** A card that is open is asked again each so often, because the network tells of nothing by itself; without the stream more often. */
const EVERY_MS = { followed: 60_000, lost: 20_000 } as const;

/** The card of a contract; while another service is asked for, the card stays. */
export const useCard = (contractId: string, subject: ChainSubject, isLost: boolean) =>
  useAnswer(
    contract.card.show,
    { query: { contract_id: contractId, ...subject } },
    { every: isLost ? EVERY_MS.lost : EVERY_MS.followed, keeps: true },
  );
