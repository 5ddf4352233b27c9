import type { Database } from '#server/db/database.ts';
import { byHalves, reasonOf } from '#server/kernel/job/one-at-fault.ts';
import { legOf, type BadLine, type CallLeg, type CdrReading } from './records/cdr.rules.ts';
import { csvRecords, type CsvRecord } from './records/csv-records.ts';
import { takeLegs } from './intake.ts';
import { headerOf, namesOf, type CdrHeader } from './records/layout.rules.ts';

/** Legs per transaction: few enough to be rated within a statement's time limit. */
const IN_ONE_GO = 2000;

export interface ImportedCalls {
  /** Imported legs. */
  readonly fresh: number;
  /** Legs imported before. */
  readonly repeated: number;
  /** Lines that could not be imported; all others are. */
  readonly bad: readonly BadLine[];
  /** Imported lines whose time the clocks of the exchange showed twice: the first is taken. */
  readonly doubtful: readonly number[];
}

/** IANA zones of the exchange and the provider. */
export interface ExchangeZones {
  readonly exchange: string;
  readonly provider: string;
}

export interface ExchangeSettings {
  readonly zones: ExchangeZones;
  /** The town's code, for numbers dialled without it: 8482. */
  readonly areaCode: string;
}

/** A file of another kind: columns of the exchange are missing. */
export class NoHeader extends Error {}

/** Records of a file with the names of its columns; a large file has several parts. */
export interface FilePart {
  readonly header: readonly string[];
  readonly records: readonly CsvRecord[];
}

/** Cuts a CSV file into parts of at most so many records. A file of Asterisk without a header gets one. */
export async function* filePartsOf(
  lines: AsyncIterable<string> | Iterable<string>,
  most: number,
): AsyncGenerator<FilePart> {
  let header: readonly string[] | undefined;
  let records: CsvRecord[] = [];
  let parts = 0;
  for await (const record of csvRecords(lines)) {
    header ??= headerIn(record);
    if (header === record.cells) continue;
    if (records.push(record) < most) continue;
    yield { header, records };
    parts += 1;
    records = [];
  }
  if (!header) throw new NoHeader('Файл пуст');
  if (records.length > 0 || parts === 0) yield { header, records };
}

const headerIn = ({ cells = [] }: CsvRecord): readonly string[] => namesOf(cells) ?? cells;

/** Imports a file of records part by part. Throws `NoHeader` if columns are missing. */
export async function importCalls(
  db: Database,
  lines: AsyncIterable<string> | Iterable<string>,
  exchange: ExchangeSettings,
  now: Date,
): Promise<ImportedCalls> {
  let all: ImportedCalls = { fresh: 0, repeated: 0, bad: [], doubtful: [] };
  for await (const part of filePartsOf(lines, IN_ONE_GO)) {
    all = togetherImported(all, await importCallRecords(db, part, exchange, now));
  }
  return all;
}

export const togetherImported = (one: ImportedCalls, other: ImportedCalls): ImportedCalls => ({
  fresh: one.fresh + other.fresh,
  repeated: one.repeated + other.repeated,
  bad: [...one.bad, ...other.bad].sort((a, b) => a.line - b.line),
  doubtful: [...one.doubtful, ...other.doubtful].sort((a, b) => a - b),
});

/**
 * Imports records of the exchange. After an interruption it can be repeated: nothing is imported twice. Throws
 * `NoHeader` if columns are missing.
 */
export async function importCallRecords(
  db: Database,
  { header: names, records }: FilePart,
  { zones, areaCode }: ExchangeSettings,
  now: Date,
): Promise<ImportedCalls> {
  const reading = { header: knownHeader(names), areaCode, zone: zones.exchange };
  const read = records.map((record) => readRecord(record, reading));
  const bad = read.filter((one): one is BadLine => 'reason' in one);
  const legs = read.filter((one): one is CallLeg => !('reason' in one));
  let [fresh, repeated] = [0, 0];
  const takeTogether = async (some: readonly CallLeg[]) => {
    const taken = await db.write((tx) => takeLegs(tx, some, zones.provider, now));
    fresh += taken.fresh;
    repeated += some.length - taken.fresh - taken.differing.length;
    bad.push(
      ...taken.differing.map((line) => ({
        line,
        reason: 'такая запись уже принята с другими данными: первая осталась, эта ждёт человека',
      })),
    );
  };
  for (let start = 0; start < legs.length; start += IN_ONE_GO) {
    await byHalves(legs.slice(start, start + IN_ONE_GO), takeTogether, ({ line }, error) => {
      bad.push({ line, reason: `запись не принята: ${reasonOf(error)}` });
    });
  }
  const doubtful = legs.filter(({ isDoubtful }) => isDoubtful).map(({ line }) => line);
  return { fresh, repeated, bad: bad.sort((a, b) => a.line - b.line), doubtful };
}

function knownHeader(names: readonly string[]): CdrHeader {
  const header = headerOf(names);
  if ('isEvents' in header) throw new NoHeader(EVENTS_ONLY);
  if ('missing' in header) throw new NoHeader(`В первой строке нет столбцов: ${header.missing.join(', ')}`);
  return header;
}

const EVENTS_ONLY = 'Это события звонков (таблица acc), а не звонки: выгрузите таблицу cdrs или acc_cdrs';

const readRecord = ({ line, cells }: CsvRecord, reading: CdrReading): CallLeg | BadLine =>
  cells ? legOf(line, cells, reading) : { line, reason: 'кавычка не закрыта' };
