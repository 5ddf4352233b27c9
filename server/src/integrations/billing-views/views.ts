import type { BillingDialect, BillingLine } from './line.ts';
import {
  BillingAway,
  BillingRefusal,
  VIEWS,
  type AskedBooking,
  type BillingViews,
  type Booked,
  type OpenBilling,
  type ViewName,
  type ViewPage,
  type ViewRow,
  type ViewsAtOnce,
} from './port.ts';

/** Rows of a page: few enough to be told in one transaction. */
const PAGE = 1000;

/** The views behind a dialect, read and booked by the same statements everywhere. */
export const viewsThrough = (host: string, dialect: BillingDialect, page = PAGE): BillingViews => ({
  host,
  open: async () => openedOn(await connected(dialect), dialect, page),
  look: () => look(dialect),
});

async function connected(dialect: BillingDialect): Promise<BillingLine> {
  const line = await dialect.connect().catch(away);
  return { rows: (...asked) => line.rows(...asked).catch(away), close: () => line.close() };
}

function away(error: unknown): never {
  if (error instanceof BillingRefusal) throw error;
  const { message, code } = error as Error & { readonly code?: string };
  throw new BillingAway(message || (code ?? 'нет соединения'), { cause: error });
}

const openedOn = (line: BillingLine, dialect: BillingDialect, page: number): OpenBilling => ({
  book: (asked) => book(line, dialect, asked),
  atOnce: async (work) => {
    await line.rows(dialect.beginSnapshot);
    const result = await work(viewsAtOnce(line, dialect, page));
    await line.rows('commit');
    return result;
  },
  close: () => line.close(),
});

async function book(
  line: BillingLine,
  dialect: BillingDialect,
  { requestNo, kind, body }: AskedBooking,
): Promise<Booked> {
  const [row] = await line.rows(dialect.book, [requestNo, kind, JSON.stringify(body)]);
  const { state, reason = null } = row ?? {};
  if (state === 'confirmed' || state === 'waiting') return { state, reason: null };
  if (state === 'refused') return { state, reason };
  throw new BillingRefusal(`kabinet_book ответила «${state ?? ''}», а нужно confirmed, refused или waiting`);
}

function viewsAtOnce(line: BillingLine, dialect: BillingDialect, most: number): ViewsAtOnce {
  const rows = async (view: ViewName, rest: string, values: readonly (string | number)[]): Promise<ViewRow[]> => {
    // The name of a column in `order by` would mean the text of it.
    const columns = VIEWS[view].map((column) => `${dialect.asText(`v.${column}`)} as ${column}`);
    const found = await line.rows(`select ${columns.join(', ')} from ${view} v where ${rest}`, values);
    return found.map((row) => ({ id: wholeId(view, row['id']), values: storable(row) }));
  };
  return {
    page: async (view, after) => {
      const found = await rows(view, `v.id > ${dialect.number} order by v.id limit ${most}`, [after]);
      assertGrowing(view, found);
      const last = found.at(-1)?.id;
      if (last === undefined || found.length < most) return { rows: found, last: last ?? after, isEnd: true };
      return wholeIds(found, last, await rows(view, `v.id = ${dialect.number}`, [last]));
    },
    rowsOf: async (view, ids) =>
      ids.length === 0 ? [] : rows(view, `v.id in (${ids.map(() => dialect.number).join(', ')})`, ids),
    lastId: async (view) => {
      // Not `max`: of a view with a condition it reads all rows.
      const [row] = await rows(view, `v.id > ${dialect.number} order by v.id desc limit 1`, [0]);
      return row?.id ?? 0;
    },
  };
}

/** What our own database can hold. */
const storable = (row: ViewRow['values']): ViewRow['values'] =>
  Object.fromEntries(
    Object.entries(row).map(([name, text]) => [name, text === null ? null : text.replaceAll('\0', '').toWellFormed()]),
  );

/** A view may name an id twice, and a page must not end between its rows: the next one begins after that id. */
const wholeIds = (found: readonly ViewRow[], last: number, ofLast: readonly ViewRow[]): ViewPage => ({
  rows: [...found.filter(({ id }) => id !== last), ...ofLast],
  last,
  isEnd: false,
});

/** A text column is ordered as a text: `10` before `9`. */
function assertGrowing(view: ViewName, rows: readonly ViewRow[]): void {
  if (rows.some(({ id }, at) => id < (rows[at - 1]?.id ?? 0)))
    throw new BillingRefusal(`в представлении ${view} id упорядочены не как числа`);
}

function wholeId(view: ViewName, text: string | null | undefined): number {
  const id = Number(text);
  if (typeof text === 'string' && /^[0-9]+$/.test(text) && Number.isSafeInteger(id)) return id;
  throw new BillingRefusal(`в представлении ${view} id «${text ?? ''}» — не целое число`);
}

/** Tries the views, their columns and the right to call the procedure, and says what is missing. */
async function look(dialect: BillingDialect): Promise<string[]> {
  const line = await connected(dialect);
  try {
    const missing: string[] = [];
    for (const view of Object.keys(VIEWS) as ViewName[]) missing.push(...(await lookAtView(line, dialect, view)));
    return [...missing, ...(await lookAtProcedure(line, dialect))];
  } finally {
    await line.close();
  }
}

async function lookAtView(line: BillingLine, dialect: BillingDialect, view: ViewName): Promise<string[]> {
  const names = new Set((await line.rows(dialect.columns, [view])).map(({ name }) => name));
  if (names.size === 0) return [`нет представления ${view} или права select на него`];
  const absent = VIEWS[view].filter((column) => !names.has(column));
  if (absent.length > 0) return [`в представлении ${view} нет столбцов: ${absent.join(', ')}`];
  const trial = viewsAtOnce(line, dialect, 1).page(view, 0);
  return trial.then(
    () => [],
    (error: unknown) => {
      if (error instanceof BillingRefusal) return [`представление ${view} не читается: ${error.message}`];
      throw error;
    },
  );
}

async function lookAtProcedure(line: BillingLine, dialect: BillingDialect): Promise<string[]> {
  const [row] = await line.rows(dialect.mayBook);
  return row?.['may'] === '1' ? [] : ['нет процедуры kabinet_book или права execute на неё'];
}
