import type { Tx } from '#server/db/database.ts';
import type { ViewName, ViewRow, ViewsAtOnce } from '#server/integrations/billing-views/port.ts';
import { byHalves, reasonOf } from '#server/kernel/job/one-at-fault.ts';
import type { World } from '#server/kernel/world.ts';
import { conflict, noteConflicts, RIGHT, type RowOutcome } from '../conflict.queries.ts';
import type { AnswerMoment } from '../show-asked.ts';
import { digestOfRows, type ReadRow } from './read-row.ts';
import { holdReading, ReadingOver } from './reading.queries.ts';
import {
  type ViewSubject,
  forgetVanished,
  keepViewRows,
  knownRows,
  vanishedRows,
  type KnownRow,
} from './view-row.queries.ts';

/** A view, and the function that takes what it says. */
export interface ToldView<Row> {
  readonly told: ViewSubject;
  readonly view: ViewName;
  readonly key: 'account_no' | 'login';
  readonly read: (values: ViewRow['values']) => ReadRow<Row>;
  readonly versions: (tx: Tx, keys: readonly string[]) => Promise<{ key: string; version: number }[]>;
  readonly take: (tx: Tx, rows: readonly (Row & { version: number })[], moment: AnswerMoment) => Promise<RowOutcome[]>;
}

/** A reading of all views, as they stood at one moment. */
export interface ViewsReading {
  readonly world: Pick<World, 'db' | 'log'>;
  readonly views: ViewsAtOnce;
  readonly readingNo: number;
  readonly moment: AnswerMoment;
}

/** Rows that name one account or service. */
interface Group {
  readonly key: string;
  readonly rows: readonly ViewRow[];
  readonly digest: string;
  /** Whether a row of another page names it, too: the other page keeps what is known of it. */
  readonly isAcross: boolean;
}

/** What was not taken is tried again: the contract or the plan that it lacked may have come. */
const TRY_AGAIN_MS = 300_000;
/** Numbers of accounts and logins are shorter. */
const LONGEST_KEY = 200;

/** Reads a view page by page, and tells what it has not said before. */
export async function tellView<Row>(reading: ViewsReading, view: ToldView<Row>): Promise<void> {
  for (let after = 0, isEnd = false; !isEnd;) {
    const page = await reading.views.page(view.view, after);
    const last = page.isEnd ? Number.MAX_SAFE_INTEGER : page.last;
    const present = await tellRows(reading, view, page.rows);
    await noteVanished(reading, view, { after, last, present });
    ({ last: after, isEnd } = page);
  }
}

/** Tells those of the rows that say something new, or that must be told; returns the keys of all. */
export async function tellRows<Row>(
  reading: ViewsReading,
  view: ToldView<Row>,
  rows: readonly ViewRow[],
  must: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const { world, moment } = reading;
  const byKey = Map.groupBy(rows, ({ values }) => (values[view.key] ?? '').slice(0, LONGEST_KEY));
  byKey.delete('');
  const known = await world.db.read((tx) => knownRows(tx, view.told, [...byKey.keys()]));
  const knownBy = new Map(known.map((one) => [one.key, one]));
  const groups = await groupsOf(reading, view, byKey, known);
  const due = groups.filter((group) => must.has(group.key) || isDue(group, knownBy.get(group.key), moment.now));
  await byHalves(
    due,
    (some) => world.db.write((tx) => tellGroups(tx, reading, view, some)),
    (group, error) => blame(reading, view, group, error),
  );
  return [...byKey.keys()];
}

/** A key that another row named before: if that row still does, nobody knows which of them is meant. */
async function groupsOf<Row>(
  { views }: ViewsReading,
  view: ToldView<Row>,
  byKey: ReadonlyMap<string, readonly ViewRow[]>,
  known: readonly KnownRow[],
): Promise<Group[]> {
  const moved = known.filter(
    ({ key, row_id, digest }) => digest !== '' && !byKey.get(key)?.some(({ id }) => id === row_id),
  );
  const others = await views.rowsOf(
    view.view,
    moved.map(({ row_id }) => row_id),
  );
  return [...byKey].map(([key, own]) => {
    const more = others.filter(({ id, values }) => values[view.key] === key && !own.some((one) => one.id === id));
    const rows = [...own, ...more];
    return { key, rows, digest: digestOfRows(rows), isAcross: more.length > 0 };
  });
}

function isDue({ digest }: Group, known: KnownRow | undefined, now: Date): boolean {
  if (known?.digest !== digest) return true;
  return !known.is_taken && Math.abs(now.getTime() - known.told_at.getTime()) >= TRY_AGAIN_MS;
}

async function tellGroups<Row>(
  tx: Tx,
  { readingNo, moment }: ViewsReading,
  { told, read, versions, take }: ToldView<Row>,
  groups: readonly Group[],
): Promise<void> {
  await holdReading(tx, readingNo);
  const keys = groups.map(({ key }) => key);
  const former = new Map((await versions(tx, keys)).map(({ key, version }) => [key, version]));
  const readRows = groups.flatMap(({ key, rows }) => rows.map(({ values }) => ({ key, ...read(values) })));
  const right = readRows.flatMap((one) =>
    'row' in one ? [{ ...one.row, version: (former.get(one.key) ?? 0) + 1 }] : [],
  );
  const wrong = readRows.flatMap((one) => ('wrong' in one ? [conflict(one.key, one.wrong)] : []));
  const outcomes = await take(tx, right, moment);
  await noteConflicts(tx, told, wrong, moment.now);
  const refused = new Set([...outcomes.filter(isRefused), ...wrong].map(({ key }) => key));
  const kept = groups.filter(({ isAcross }) => !isAcross);
  await keepViewRows(
    tx,
    told,
    kept.map(({ key, rows, digest }) => ({
      key,
      digest,
      row_id: Math.min(...rows.map(({ id }) => id)),
      is_taken: !refused.has(key),
    })),
    moment.now,
  );
}

const isRefused = ({ outcome }: RowOutcome): boolean => !RIGHT.includes(outcome);

/** A row that nobody has foreseen keeps no other from being told. */
async function blame<Row>(
  reading: ViewsReading,
  { told }: ToldView<Row>,
  { key, rows, digest }: Group,
  error: unknown,
) {
  if (error instanceof ReadingOver) throw error;
  const { world, readingNo, moment } = reading;
  world.log.error({ err: error, told, key }, 'row of another billing not taken');
  await world.db.write(async (tx) => {
    await holdReading(tx, readingNo);
    await noteConflicts(tx, told, [conflict(key, reasonOf(error))], moment.now);
    await keepViewRows(tx, told, [{ key, digest, row_id: rows[0]?.id ?? 0, is_taken: false }], moment.now);
  });
}

const VANISHED = {
  balance: 'счёта больше нет в представлении, остаток прежний',
  service: 'услуги больше нет в представлении, она прежняя',
};

/** A row that is gone says nothing: a mistake in a view must not switch anybody off. A person looks at it. */
async function noteVanished<Row>(
  { world, readingNo, moment }: ViewsReading,
  { told }: ToldView<Row>,
  range: { readonly after: number; readonly last: number; readonly present: readonly string[] },
): Promise<void> {
  const gone = await world.db.read((tx) => vanishedRows(tx, told, range));
  if (gone.length === 0) return;
  await world.db.write(async (tx) => {
    await holdReading(tx, readingNo);
    const rows = gone.map((key) => conflict(key, VANISHED[told]));
    await noteConflicts(tx, told, rows, moment.now);
    await forgetVanished(tx, told, gone, moment.now);
  });
}
