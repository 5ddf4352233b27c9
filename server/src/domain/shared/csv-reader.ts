import { CsvError, parse } from 'csv-parse/sync';

export interface CsvRow {
  /** The line of the text where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A quote opened at the beginning of a cell and never closed; `line` is where its row begins. */
export class UnclosedQuote extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`Unclosed quote in line ${line}`);
    this.line = line;
  }
}

interface Parsed {
  readonly record: string[];
  readonly raw: string;
  readonly info: { readonly lines: number };
}

/**
 * Rows of CSV (RFC 4180) without empty lines. A quote inside a cell is an ordinary character; rows may differ in
 * length.
 */
export function readCsv(text: string, delimiter: ',' | ';'): CsvRow[] {
  // The parser would take a single carriage return for the end of a row.
  const plain = text.replaceAll('\r\n', '\n').replaceAll('\r', ' ');
  try {
    const parsed = parse(plain, {
      delimiter,
      bom: true,
      relaxQuotes: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      info: true,
      raw: true,
    }) as unknown as Parsed[];
    return parsed.map(({ record, raw, info }) => ({ line: info.lines - newlines(raw.trim()), cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const readable = plain.slice(0, plain.length - String(error['raw']).length);
    throw new UnclosedQuote(newlines(readable) + 1);
  }
}

const newlines = (text: string): number => text.split('\n').length - 1;
