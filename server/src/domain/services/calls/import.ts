import type { Database } from '#db/database.ts';
import { byHalves, reasonOf } from '#kernel/one-at-fault.ts';
import { headerOf, legOf, type BadLine, type Header, type Leg } from './cdr.rules.ts';
import { csvRecords, type CsvRecord } from './csv-records.ts';
import type { Zones } from './intake.queries.ts';
import { takeLegs } from './intake.ts';

/** Legs per transaction: few enough to be rated within a statement's time limit. */
const IN_ONE_GO = 2000;

export interface Imported {
  /** Imported legs. */
  readonly fresh: number;
  /** Legs imported before. */
  readonly repeated: number;
  /** Lines that could not be imported; all others are. */
  readonly bad: readonly BadLine[];
}

export interface Exchange {
  readonly zones: Zones;
  /** The town's code, for numbers dialled without it: 8482. */
  readonly areaCode: string;
}

/** A file of another kind: columns of the exchange are missing. */
export class NoHeader extends Error {}

/**
 * Imports a CSV file of records with a header. After an interruption it can be repeated: nothing is imported twice.
 * Throws `NoHeader` if columns are missing.
 */
export async function importCalls(
  db: Database,
  lines: AsyncIterable<string> | Iterable<string>,
  { zones, areaCode }: Exchange,
  now: Date,
): Promise<Imported> {
  const bad: BadLine[] = [];
  let [fresh, repeated] = [0, 0];
  const takeTogether = async (legs: readonly Leg[]) => {
    const taken = await db.write((tx) => takeLegs(tx, legs, zones, now));
    fresh += taken.fresh;
    repeated += legs.length - taken.fresh - taken.differing.length;
    bad.push(...taken.differing.map((line) => ({ line, reason: 'такая запись уже принята с другими данными' })));
  };
  const take = (legs: readonly Leg[]) =>
    byHalves(legs, takeTogether, ({ line }, error) => {
      bad.push({ line, reason: `запись не принята: ${reasonOf(error)}` });
    });
  let waiting: Leg[] = [];
  for await (const leg of readLegs(lines, areaCode)) {
    if ('reason' in leg) bad.push(leg);
    else waiting.push(leg);
    if (waiting.length === IN_ONE_GO) {
      await take(waiting);
      waiting = [];
    }
  }
  if (waiting.length > 0) await take(waiting);
  return { fresh, repeated, bad: bad.sort((a, b) => a.line - b.line) };
}

async function* readLegs(
  lines: AsyncIterable<string> | Iterable<string>,
  areaCode: string,
): AsyncGenerator<Leg | BadLine> {
  let header: Header | undefined;
  for await (const record of csvRecords(lines)) {
    if (header) yield readRecord(record, header, areaCode);
    else header = readHeader(record);
  }
  if (!header) throw new NoHeader('Файл пуст');
}

const readRecord = ({ line, cells }: CsvRecord, header: Header, areaCode: string): Leg | BadLine =>
  cells ? legOf(line, cells, header, areaCode) : { line, reason: 'кавычка не закрыта' };

function readHeader({ cells = [] }: CsvRecord): Header {
  const header = headerOf(cells);
  if ('missing' in header) throw new NoHeader(`В первой строке нет столбцов: ${header.missing.join(', ')}`);
  return header;
}
