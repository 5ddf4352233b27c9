import type { ViewRow } from '#server/integrations/billing-views/port.ts';
import { conflict, noteConflicts } from '../conflict.queries.ts';
import type { GivenBalance } from '../balances.ts';
import { keepPlace, linePlace, newLines, type LineViewPlace } from './line.queries.ts';
import { readHistoryLine, type ReadHistoryLine } from './read-row.ts';
import { holdReading } from './reading.queries.ts';
import { tellRows, type ViewsReading, type ToldView } from './tell-view.ts';
import { knownRows } from './view-row.queries.ts';

/** The views of lines; the sequences of their ids are apart. */
const LINES = [
  { kind: 'charge', view: 'kabinet_charges' },
  { kind: 'payment', view: 'kabinet_payments' },
] as const;

type LinesOf = (typeof LINES)[number];

/** The balances, with the lines that explain them. */
export type BalancesWith = (
  lines: ReadonlyMap<string, readonly ReadHistoryLine[]>,
) => ToldView<Omit<GivenBalance, 'version' | 'lines'>>;

/**
 * How long lines are read again: ids are given when a transaction inserts, and seen when it commits, so a lower id may come after a higher
 * one. Their keys make that harmless.
 */
const OVERLAP_MS = 600_000;
/** New lines that are held until they are told: all of an account come together, or its history would correct itself in between. */
const MOST_HELD = 20_000;

/** Tells lines of the history that have come since the last reading; those from before the first one are in the opening balance. */
export async function tellLines(reading: ViewsReading, balances: BalancesWith): Promise<void> {
  let held: ReadHistoryLine[] = [];
  const tell = async () => {
    await tellHeld(reading, balances, held);
    held = [];
  };
  const read: (LinesOf & { readonly place: LineViewPlace | undefined; readonly last: number })[] = [];
  for (const lines of LINES) {
    const place = await reading.world.db.read((tx) => linePlace(tx, lines.view));
    let last = place?.settled_id ?? (await reading.views.lastId(lines.view));
    for (let isEnd = place === undefined; !isEnd;) {
      const page = await reading.views.page(lines.view, last);
      held.push(...(await freshLines(reading, lines, page.rows)));
      if (held.length > MOST_HELD) await tell();
      ({ last, isEnd } = page);
    }
    read.push({ ...lines, place, last });
  }
  await tell();
  for (const { view, place, last } of read) await settle(reading, view, { place, last });
}

/** Moves the place from which lines are read: only to ids that were seen long ago. */
async function settle(
  { world, readingNo, moment: { now } }: ViewsReading,
  view: string,
  { place, last }: { readonly place: LineViewPlace | undefined; readonly last: number },
): Promise<void> {
  if (place && Math.abs(now.getTime() - new Date(place.seen_at).getTime()) < OVERLAP_MS) return;
  await world.db.write(async (tx) => {
    await holdReading(tx, readingNo);
    await keepPlace(tx, view, { settled: place?.seen_id ?? last, seen: last, now });
  });
}

/** Lines that are not entered yet. */
async function freshLines(
  reading: ViewsReading,
  { kind }: LinesOf,
  rows: readonly ViewRow[],
): Promise<ReadHistoryLine[]> {
  const lines = rows.flatMap((row) => {
    const read = readHistoryLine(kind, row);
    return read === undefined ? [] : [{ account_no: row.values['account_no'] ?? '', id: row.id, ...read }];
  });
  await noteWrong(reading, kind, lines);
  const right = lines.flatMap((line) => ('row' in line ? [line.row] : []));
  const fresh = await reading.world.db.read((tx) => newLines(tx, right));
  return right.filter(({ key }) => fresh.has(key));
}

/** Each line comes with the balance of its account, as that stands at the same moment. */
async function tellHeld(
  reading: ViewsReading,
  balances: BalancesWith,
  lines: readonly ReadHistoryLine[],
): Promise<void> {
  const byAccount = Map.groupBy(lines, ({ account_no }) => account_no);
  const accounts = [...byAccount.keys()];
  for (let from = 0; from < accounts.length; from += AT_ONCE) {
    const some = accounts.slice(from, from + AT_ONCE);
    const known = await reading.world.db.read((tx) => knownRows(tx, 'balance', some));
    const ids = known.map(({ row_id }) => row_id);
    const rows = await reading.views.rowsOf('kabinet_balances', ids);
    const own = rows.filter(({ values }) => byAccount.has(values['account_no'] ?? ''));
    await tellRows(reading, balances(byAccount), own, new Set(some));
  }
}

const AT_ONCE = 500;

async function noteWrong(
  { world, readingNo, moment }: ViewsReading,
  kind: string,
  lines: readonly { readonly account_no: string; readonly id: number; readonly wrong?: string }[],
): Promise<void> {
  const wrong = lines.flatMap(({ account_no: key, id, wrong: why }) =>
    why === undefined || key === '' ? [] : [conflict(key.slice(0, 200), `строка ${kind}-${id}: ${why}`)],
  );
  if (wrong.length === 0) return;
  await world.db.write(async (tx) => {
    await holdReading(tx, readingNo);
    await noteConflicts(tx, 'balance', wrong, moment.now);
  });
}
