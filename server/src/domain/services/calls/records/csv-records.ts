import { readCsv, UnclosedQuote } from '#server/domain/shared/csv-reader.ts';

export interface CsvRecord {
  /** The line of the file where the record begins, from 1. */
  readonly line: number;
  /** Undefined if a quote was opened and never closed. */
  readonly cells: readonly string[] | undefined;
}

/**
 * Maximum lines of one record: beyond it a closing quote is missing, and the lines after the first are read as records
 * again.
 */
const MOST_LINES = 10;

/** Reads the records of a CSV file (RFC 4180) one by one: quoted cells may hold commas, quotes and line ends. */
export async function* csvRecords(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<CsvRecord> {
  let open: { readonly line: number; readonly texts: string[] } | undefined;
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (!open && text.trim() === '') continue;
    open ??= { line, texts: [] };
    open.texts.push(text);
    if (!isWhole(open.texts.join('\n'))) {
      if (open.texts.length < MOST_LINES) continue;
      yield* unclosed(open);
    } else {
      yield* recordsIn(open.texts.join('\n'), open.line);
    }
    open = undefined;
  }
  if (open) yield* unclosed(open);
}

/** The first line is broken; those after it may be valid. */
function* unclosed({ line, texts }: { line: number; texts: readonly string[] }): Generator<CsvRecord> {
  yield { line, cells: undefined };
  for (const [index, text] of texts.slice(1).entries()) yield* recordsIn(text, line + index + 1);
}

/** One record, or several: quotes inside cells may have joined lines that are separate records. */
function* recordsIn(text: string, first: number): Generator<CsvRecord> {
  try {
    for (const { line, cells } of readCsv(text, ',')) yield { line: first + line - 1, cells };
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error;
    yield { line: first, cells: undefined };
  }
}

const isWhole = (text: string): boolean => (text.match(/"/g)?.length ?? 0) % 2 === 0;
