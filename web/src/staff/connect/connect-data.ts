import { contract, type Request, type Wire } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import { usePausedTyping } from '../lib/paused-typing.ts';
import { useRehearsal } from '../actions/use-rehearsal.ts';
import type { ConnectDraft } from './draft.ts';

export type ConnectAnswer = Wire<typeof contract.connect.check>;
export type ConnectPlan = ConnectAnswer['plans'][number];
export type KnownContract = ConnectAnswer['there'][number];
export type OpenedContract = Wire<typeof contract.clients.open>;
type OpenBody = Request<typeof contract.clients.open>['body'];

/** A pause between keys after which the address is asked. */
const PAUSE_MS = 250;

export const useWaiting = () => useAnswer(contract.connect.waiting, {});

const filled = (parts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parts)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );

/** What the address answers, as it is typed; the former answer stays until the next one comes. */
export function useConnectCheck({ town, street, house, flat, name, phone, company }: ConnectDraft) {
  const asked = usePausedTyping(
    JSON.stringify({ ...filled({ town, street, house, flat, name, phone }), company: company ? 'yes' : 'no' }),
    PAUSE_MS,
  );
  const query = JSON.parse(asked) as Request<typeof contract.connect.check>['query'];
  return useAnswer(contract.connect.check, { query }, { enabled: town !== '', keeps: true });
}

/** The contract as it is opened; undefined until all that it needs is there. */
export function openBody(draft: ConnectDraft, check: ConnectAnswer | undefined): OpenBody | undefined {
  const { town, street, house, flat, name, company, printed } = draft;
  if (!check?.place || name.trim() === '' || !isSold(draft, check)) return undefined;
  return {
    ...filled({ town, street, house, flat, name, printed_no: printed }),
    company: company ? 'yes' : 'no',
    ...chosen({ plan_id: draft.plan, tv_plan_id: draft.tv, slot_id: draft.slot, billing_day: draft.billingDay }),
  } as OpenBody;
}

const chosen = (parts: Readonly<Record<string, number | undefined>>) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));

/** Whether what is chosen can be had there. */
const isSold = ({ plan, tv }: ConnectDraft, check: ConnectAnswer): boolean =>
  plan !== undefined && [plan, tv].every((id) => id === undefined || isOffered(check, id));

const isOffered = ({ plans }: ConnectAnswer, id: number): boolean =>
  plans.some(({ plan_id, possible }) => plan_id === id && possible);

/** What the contract would be charged, and when; neither phone nor request change it, so typing them asks nothing again. */
export function useOpening(body: OpenBody | undefined, paused: boolean) {
  return useRehearsal(contract.clients.open, body ?? {}, { paused: paused || body === undefined });
}
