import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { findAccount } from '#server/domain/payments/payment-agents/payment-agent.queries.ts';
import {
  familyOf,
  numbersIn,
  payerName,
  tellingWords,
  weightOf,
  type TransferReason,
} from '#server/domain/payments/transfers/guess.rules.ts';
import {
  transferById,
  transfersOfPayer,
  type TransferRow,
} from '#server/domain/payments/transfers/transfer.queries.ts';
import { searchContracts, type SearchGroup } from '#server/domain/search/search.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { shownContracts, type ShownContract } from '../identity/shown-contracts.ts';

const MOST_GUESSES = 5;
/** What more contracts than these have in common tells nothing of one. */
const MOST_ALIKE = 10;

interface GuessedOn {
  readonly today: Day;
  readonly provider: Provider;
}

interface Clue {
  readonly contractId: number;
  /** The account, if the clue tells it. */
  readonly accountNo?: string;
  readonly why: TransferReason;
  readonly times?: number;
}

/** Whose a transfer may be, by what its line of the statement says and by what the payer has paid before. */
export async function transferGuesses(tx: Tx, transferId: number, on: GuessedOn) {
  const transfer = await transferById(tx, transferId);
  if (transfer?.transaction_id !== null) return [];
  const clues = await cluesOf(tx, transfer, on);
  const guesses = [...Map.groupBy(clues, ({ contractId }) => contractId).values()]
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, MOST_GUESSES);
  const ids = guesses.flatMap(([first]) => (first ? [first.contractId] : []));
  const shown = await shownContracts(tx, ids, on.today);
  return guesses.flatMap((same) => guessOf(same, shown));
}

function guessOf(clues: readonly Clue[], shown: ReadonlyMap<number, ShownContract>) {
  const contract = shown.get(clues[0]?.contractId ?? 0);
  const named = clues.find(({ accountNo }) => accountNo !== undefined)?.accountNo;
  const account = contract && accountFor(contract.accounts, named);
  if (!contract || !account) return [];
  const { accounts: _, ...rest } = contract;
  const { account_no, kind, balance, missing } = account;
  const reasons = clues.map(({ why, times = null }) => ({ why, times }));
  return [{ ...rest, account_no, kind, balance, missing, reasons }];
}

/** The one that is named, or that lacks money. */
const accountFor = (accounts: ShownContract['accounts'], named: string | undefined) =>
  accounts.find(({ account_no: no }) => no === named) ?? accounts.find(({ missing }) => missing > 0) ?? accounts[0];

async function cluesOf(tx: Tx, transfer: TransferRow, on: GuessedOn): Promise<Clue[]> {
  const { payer, purpose } = transfer;
  const earlier = await transfersOfPayer(tx, payer, addMonths(on.today, -12));
  return [
    ...(await byNumbers(tx, numbersIn(purpose), on)),
    ...earlier.map(({ contract_id, account_no, times }): Clue => {
      return { contractId: contract_id, accountNo: account_no, why: 'paid_before', times };
    }),
    ...(await byWords(tx, tellingWords(purpose), { why: 'purpose', groups: ['name', 'address'] }, on)),
    ...(await byPayer(tx, payerName(payer), on)),
  ];
}

async function byNumbers(tx: Tx, numbers: readonly string[], on: GuessedOn): Promise<Clue[]> {
  const found: Clue[] = [];
  for (const number of numbers) {
    const account = await findAccount(tx, number);
    if (account) found.push({ contractId: account.contract_id, accountNo: account.account_no, why: 'number' });
    const hits = await hitsOf(tx, number, ['contract'], on);
    if (hits.includes(Number(number))) found.push({ contractId: Number(number), why: 'number' });
  }
  return [...new Map(found.map((clue) => [clue.contractId, clue])).values()];
}

async function byPayer(tx: Tx, name: string | undefined, on: GuessedOn): Promise<Clue[]> {
  if (name === undefined) return [];
  const groups: readonly SearchGroup[] = ['name'];
  const whole = await byWords(tx, name, { why: 'payer', groups }, on);
  return whole.length > 0 ? whole : byWords(tx, familyOf(name) ?? '', { why: 'payer', groups }, on);
}

interface Sought {
  readonly why: TransferReason;
  readonly groups: readonly SearchGroup[];
}

async function byWords(tx: Tx, words: string, { why, groups }: Sought, on: GuessedOn): Promise<Clue[]> {
  if (words === '') return [];
  const ids = new Set(await hitsOf(tx, words, groups, on));
  return ids.size > MOST_ALIKE ? [] : [...ids].map((contractId) => ({ contractId, why }));
}

async function hitsOf(tx: Tx, typed: string, groups: readonly SearchGroup[], on: GuessedOn): Promise<number[]> {
  const found = await searchContracts(tx, typed, { today: on.today, zone: on.provider.time_zone }, groups);
  return found.flatMap(({ hits }) => hits.map(({ contract_id: id }) => id));
}
