import { parseRubles, toWireMoney } from '@kabinet/contract/kernel/money';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';

export type DeskView = Wire<typeof contract.desk.show>;
export type ShiftView = NonNullable<DeskView['shift']>;
export type ShiftPayment = DeskView['payments'][number];
export type Payer = Wire<typeof contract.desk.payer>;
export type PayingAccount = Payer['accounts'][number];
export type TakenCash = Wire<typeof contract.cash.take>;
export type UndoneCash = Wire<typeof contract.cash.undo>;
export type ReceiptCopy = TakenCash['copy'];

/** Receipts are issued within seconds, and a colleague may open the desk meanwhile. */
const EVERY_MS = 15_000;

/** The desk of whoever works here. */
export const useDesk = () => useAnswer(contract.desk.show, {}, { every: EVERY_MS });

/** Whom the money is for, as he was named: by the search, or by the account of a slip. */
export interface NamedPayer {
  readonly contract_id?: string;
  readonly account_no?: string;
  /** What the slip says; undefined: the slip, or whoever pays, says it later. */
  readonly sum?: string | undefined;
}

export const usePayer = ({ contract_id, account_no }: NamedPayer) =>
  useAnswer(contract.desk.payer, {
    query: { ...(contract_id !== undefined && { contract_id }), ...(account_no !== undefined && { account_no }) },
  });

/** Whom another page has sent to the desk: `?contract=4021&sum=550.00`. */
export function payerIn(search: string): NamedPayer | undefined {
  const asked = new URLSearchParams(search);
  const [contract_id, sum] = [asked.get('contract'), parseRubles(asked.get('sum') ?? '')];
  if (contract_id === null || !/^\d+$/.test(contract_id)) return undefined;
  return { contract_id, sum: sum === undefined ? undefined : toWireMoney(sum) };
}
