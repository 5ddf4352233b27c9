import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { TOLD_DIFFERENCE } from '#server/domain/billing/outside/outside.texts.ts';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { byVersion, conflict, noteConflicts, ours, taken, unknown, type RowOutcome } from './conflict.queries.ts';
import {
  differencesToTold,
  keepTold,
  lockTold,
  ownRequests,
  postTold,
  type ToldAccountRow,
  type ToldLine,
} from './told-balance.queries.ts';

export interface GivenLine {
  /** The other side's own key of the line. */
  readonly key: string;
  readonly day: Day;
  readonly text: string;
  readonly amount: Kopecks;
}

/** What the other billing says of an account. */
export interface GivenBalance {
  readonly account_no: string;
  readonly version: number;
  readonly balance: Kopecks;
  /** The last request about money of this account that the balance contains; 0: none. */
  readonly counted_to: number;
  /** Charges and payments that explain what has changed. */
  readonly lines: readonly GivenLine[];
}

interface Moment {
  readonly today: Day;
  readonly now: Date;
}

/**
 * Takes balances from another billing. What they differ by from ours is entered in the ledger, so books go on to agree, and the history
 * shows what has changed. Money that the other side has not booked yet stays on top.
 */
export async function takeBalances(
  tx: Tx,
  rows: readonly GivenBalance[],
  { today, now }: Moment,
): Promise<RowOutcome[]> {
  const known = new Map(
    (
      await lockTold(
        tx,
        rows.map(({ account_no }) => account_no),
      )
    ).map((one) => [one.account_no, one]),
  );
  const requests = await ownRequests(
    tx,
    rows.flatMap(({ account_no, counted_to }) => {
      const account_id = known.get(account_no)?.account_id;
      return account_id === undefined ? [] : [{ account_id, request_no: counted_to }];
    }),
  );
  const twice = repeated(rows.map(({ account_no }) => account_no));
  const judged = rows.map((row) => ({ row, known: known.get(row.account_no), ...judge(row, known, requests, twice) }));
  const fresh = judged.flatMap(({ row, known: one, outcome }) => (one && outcome === 'taken' ? [{ row, one }] : []));
  await enter(tx, fresh, { today, now });
  const outcomes = judged.map(({ key, outcome, reason }) => ({ key, outcome, reason }));
  await noteConflicts(tx, 'balance', outcomes, now);
  return outcomes;
}

/** Keys that a batch names more than once: which of the rows is meant is not guessed. */
export const repeated = (keys: readonly string[]): ReadonlySet<string> =>
  new Set(keys.filter((key, place) => keys.indexOf(key) !== place));

function judge(
  row: GivenBalance,
  known: ReadonlyMap<string, ToldAccountRow>,
  requests: ReadonlySet<string>,
  twice: ReadonlySet<string>,
): RowOutcome {
  const { account_no: key, version, balance, counted_to: countedTo } = row;
  const one = known.get(key);
  if (!one) return unknown(key, 'такого счёта нет');
  if (!one.is_external) return ours(key);
  if (twice.has(key)) return conflict(key, 'счёт назван в одном пакете дважды');
  const isSame = one.told === balance && one.counted_to === countedTo;
  const told = byVersion(key, version, { known: one.version, isSame });
  if (told) return told;
  const wrong = wrongCount(countedTo, one, requests);
  return wrong === undefined ? taken(key) : conflict(key, wrong);
}

/** A number of another account's request would hide money that comes later. */
function wrongCount(countedTo: number, one: ToldAccountRow, requests: ReadonlySet<string>): string | undefined {
  const before = one.counted_to ?? 0;
  if (countedTo < before) return `учтён запрос ${countedTo}, а раньше был учтён ${before}`;
  if (countedTo === 0 || requests.has(`${one.account_id} ${countedTo}`)) return undefined;
  return `запроса ${countedTo} о деньгах этого счёта не было`;
}

async function enter(
  tx: Tx,
  fresh: readonly { readonly row: GivenBalance; readonly one: ToldAccountRow }[],
  { today, now }: Moment,
): Promise<void> {
  if (fresh.length === 0) return;
  const against = await providerAccount(tx, 'external');
  await keepTold(
    tx,
    fresh.map(({ row: { version, balance, counted_to }, one: { account_id } }) => ({
      account_id,
      version,
      balance,
      counted_to,
    })),
    now,
  );
  await postTold(tx, fresh.flatMap(linesOf), { against, now });
  const differences = await differencesToTold(
    tx,
    fresh.map(({ one }) => one.account_id),
  );
  await postTold(
    tx,
    differences.map(({ account_id, version, amount }) => ({
      account_id,
      reference: `outside:${account_id}:balance:${version}`,
      kind: 'correction',
      day: today,
      amount,
      text: TOLD_DIFFERENCE,
    })),
    { against, now },
  );
}

const linesOf = ({ row: { lines }, one: { account_id } }: { row: GivenBalance; one: ToldAccountRow }): ToldLine[] =>
  [...new Map(lines.map((line) => [line.key, line])).values()].map(({ key, day, text, amount }) => ({
    account_id,
    reference: `outside:${account_id}:line:${key}`,
    kind: amount < 0 ? 'charge' : 'payment',
    day,
    amount,
    text,
  }));
