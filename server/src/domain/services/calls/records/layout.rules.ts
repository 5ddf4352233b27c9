/** The columns of a record. */
export const COLUMNS = [
  'accountcode',
  'src',
  'dst',
  'start',
  'billsec',
  'disposition',
  'uniqueid',
  'linkedid',
  'sequence',
] as const;
export type CdrColumn = (typeof COLUMNS)[number];

/** Positions of a column: the first of these cells that has text wins; or one fixed text for all records. */
type Places = readonly number[] | { readonly always: string };

export interface CdrHeader {
  readonly columns: Readonly<Record<CdrColumn, Places>>;
  /** Seconds are written with a fraction, which is cut off: a client never pays for a part that did not begin. */
  readonly hasFractions: boolean;
}

type Names = Partial<Record<CdrColumn, readonly string[]>>;

/** Tables of Asterisk: `cdr_pgsql`, `cdr_adaptive_odbc`, CSV with a header; `calldate` is the start in FreePBX. */
const ASTERISK: Names = { start: ['start', 'calldate'] };

/**
 * Tables of Kamailio that hold whole calls: `cdrs`, or `acc_cdrs` whose extra columns have these names. Every call in
 * them was answered. The number that was dialled is before the one that it was changed to.
 */
const KAMAILIO: Names = {
  src: ['src_username', 'src_user'],
  dst: ['dst_ousername', 'dst_ouser', 'dst_username', 'dst_user'],
  start: ['call_start_time', 'start_time'],
  billsec: ['duration'],
  uniqueid: ['sip_call_id', 'callid'],
  linkedid: ['sip_call_id', 'callid'],
  sequence: ['cdr_id', 'id'],
};
const OF_KAMAILIO = ['sip_call_id', 'callid'];
/** A column of tables that hold events (start and end of a call) instead of whole calls. */
const EVENTS = 'method';

type HeaderRead = CdrHeader | { readonly missing: readonly string[] } | { readonly isEvents: true };

/** The positions of the columns; the names of missing ones if the file is of another kind. Other columns are ignored. */
export function headerOf(cells: readonly string[]): HeaderRead {
  const names = cells.map((cell) =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  );
  const isKamailio = OF_KAMAILIO.some((name) => names.includes(name));
  if (isKamailio && names.includes(EVENTS)) return { isEvents: true };
  const layout = isKamailio ? KAMAILIO : ASTERISK;
  const always: Partial<Record<CdrColumn, string>> = isKamailio ? { accountcode: '', disposition: 'ANSWERED' } : {};
  const found = COLUMNS.map((column) => {
    const fixed = always[column];
    if (fixed !== undefined) return [column, { always: fixed }] as const;
    const places = (layout[column] ?? [column]).map((name) => names.indexOf(name)).filter((index) => index >= 0);
    return [column, places] as const;
  });
  const missing = found
    .filter(([, places]) => Array.isArray(places) && places.length === 0)
    .map(([column]) => layout[column]?.[0] ?? column);
  if (missing.length > 0) return { missing };
  return { columns: Object.fromEntries(found) as unknown as CdrHeader['columns'], hasFractions: isKamailio };
}

/** The text of a column in a record. */
export function cellOf(cells: readonly string[], { columns, hasFractions }: CdrHeader, column: CdrColumn): string {
  const text = textAt(cells, columns[column]);
  return hasFractions && column === 'billsec' ? text.replace(/(?<=\d)\.\d+$/, '') : text;
}

function textAt(cells: readonly string[], places: Places): string {
  if ('always' in places) return places.always;
  for (const place of places) {
    const text = (cells[place] ?? '').trim();
    if (text !== '') return text;
  }
  return '';
}

const BEFORE_TIME = ['dcontext', 'channel', 'dstchannel', 'lastapp', 'lastdata'];
const TIMES = ['start', 'answer', 'end', 'duration', 'billsec', 'disposition', 'amaflags'];

/**
 * Files that Asterisk writes without a header. The last two columns are there if the operator has added them: without
 * them each record is a call of its own.
 */
const HEADERLESS: readonly (readonly string[])[] = [
  // `cdr_csv` with `loguniqueid=yes` and `loguserfield=yes`.
  [
    'accountcode',
    'src',
    'dst',
    'dcontext',
    'clid',
    ...BEFORE_TIME.slice(1),
    ...TIMES,
    'uniqueid',
    'userfield',
    'sequence',
    'linkedid',
  ],
  // The sample mapping of `cdr_custom`.
  ['clid', 'src', 'dst', ...BEFORE_TIME, ...TIMES, 'accountcode', 'uniqueid', 'userfield', 'sequence', 'linkedid'],
];

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

/** The names of the columns of a file without a header, by its first record; undefined if it has one. */
export function namesOf(first: readonly string[]): readonly string[] | undefined {
  return HEADERLESS.find((names) => {
    const cell = (name: string) => (first[names.indexOf(name)] ?? '').trim();
    return TIME.test(cell('start')) && /^[A-Z ]+$/.test(cell('disposition')) && /^\d+$/.test(cell('billsec'));
  });
}
