import { readCsv, UnclosedQuote, type CsvRow } from './csv-reader.ts';

/** A quoted cell that is not closed would swallow the rest of the file. */
const LONGEST_ROW = 1_000_000;
const DELIMITER = ';';

/**
 * Rows of a text of any length with semicolons, as `readCsv` reads them, a list for each piece of it. Lines end with a newline alone. What
 * nearly every line of a large table is like is read here, some ten times as fast as by the library.
 */
export async function* csvRows(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow[]> {
  const reader = new LineReader();
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield reader.rowsOf(lines);
  }
  yield reader.rowsOf([rest]);
  reader.end();
}

class LineReader {
  #line = 0;
  /** The lines of a row so far, if a quote is open at their end, and the number of the first. */
  #open: { text: string; line: number } | undefined;

  rowsOf(lines: readonly string[]): CsvRow[] {
    return lines.flatMap((text) => {
      this.#line += 1;
      return this.#open ? this.#goOn(this.#open, text) : this.#begin(text);
    });
  }

  end(): void {
    if (this.#open) throw new UnclosedQuote(this.#open.line);
  }

  #begin(text: string): CsvRow[] {
    const cells = text.includes('"') ? quotedCells(text) : text.split(DELIMITER);
    return cells ? rowOf(this.#line, text, cells) : this.#readWhole({ text, line: this.#line });
  }

  #goOn(open: { text: string; line: number }, text: string): CsvRow[] {
    open.text += `\n${text}`;
    if (open.text.length > LONGEST_ROW) throw new UnclosedQuote(open.line);
    return text.includes('"') ? this.#readWhole(open) : [];
  }

  /** By the library: it knows what a quote in an odd place means. */
  #readWhole(row: { text: string; line: number }): CsvRow[] {
    try {
      const read = readCsv(row.text, DELIMITER);
      this.#open = undefined;
      return read.map(({ cells }) => ({ line: row.line, cells }));
    } catch (error) {
      if (!(error instanceof UnclosedQuote)) throw error;
      this.#open = row;
      return [];
    }
  }
}

const rowOf = (line: number, text: string, cells: readonly string[]): CsvRow[] =>
  text === '' ? [] : [{ line, cells }];

/** A cell without quotes, or one that is quoted as a whole, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^";]*))(;|$)/y;

/** The cells of a line if each is of these; undefined: the library must read it. */
function quotedCells(text: string): string[] | undefined {
  const cells: string[] = [];
  CELL.lastIndex = 0;
  for (;;) {
    const found = CELL.exec(text);
    if (!found) return undefined;
    const [, quoted, plain = '', end] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') return cells;
  }
}
