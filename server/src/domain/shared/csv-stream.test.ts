import { expect, test } from 'vitest';
import { readCsv, UnclosedQuote, type CsvRow } from './csv-reader.ts';
import { csvRows } from './csv-stream.ts';

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield Promise.resolve(text.slice(at, at + size));
}

async function rowsOf(text: string, size = 7): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const some of csvRows(pieces(text, size))) rows.push(...some);
  return rows;
}

test.each([
  ['cells without quotes', 'a;b\n1;2\n;\n3;'],
  ['quoted cells', '"a";"b;c"\n"d ""e""";\n"";x'],
  ['a cell of several lines', 'a;"b\nc\n\nd";e\nf;g'],
  ['quotes in odd places', 'a 6" b;c\nООО "Пекарня";x\n"x" y;2\n"p""q" r;s\n3;4'],
  ['empty lines', '\n\na;b\n\nc;d\n\n'],
  ['one line', 'a'],
  ['nothing', ''],
])('%s are read as the library reads the whole text, however it comes in pieces', async (_, text) => {
  const whole = readCsv(text, ';').map(({ cells }) => cells);
  for (const size of [1, 2, 5, 1000]) expect((await rowsOf(text, size)).map(({ cells }) => cells)).toEqual(whole);
});

test('texts of any signs are read as the library reads them', async () => {
  const signs = ['"', ';', '\n', 'a', ' '];
  let seed = 1;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let turn = 0; turn < 3000; turn += 1) {
    const text = Array.from({ length: next(14) }, () => signs[next(signs.length)]).join('');
    const whole = (() => {
      try {
        return readCsv(text, ';').map(({ cells }) => cells);
      } catch {
        return 'unclosed';
      }
    })();
    const read = await rowsOf(text, 3).then(
      (rows) => rows.map(({ cells }) => cells),
      () => 'unclosed',
    );
    expect([text, read]).toEqual([text, whole]);
  }
});

test('a row has the number of the line on which it begins', async () => {
  expect(await rowsOf('a\n\n"b\nc"\nd')).toEqual([
    { line: 1, cells: ['a'] },
    { line: 3, cells: ['b\nc'] },
    { line: 5, cells: ['d'] },
  ]);
});

test('a quote that is not closed is named by the line of its row, and does not hold the rest of a large file', async () => {
  await expect(rowsOf('a;b\n\n1;"x\ny\nz')).rejects.toEqual(new UnclosedQuote(3));
  let read = 0;
  async function* endless(): AsyncGenerator<string> {
    yield 'a;b\n1;"x\n';
    for (; read < 1000; read += 1) yield Promise.resolve('2;3\n'.repeat(1000));
  }
  const reading = async () => {
    for await (const rows of csvRows(endless())) expect(rows.length).toBeLessThan(2000);
  };
  await expect(reading()).rejects.toEqual(new UnclosedQuote(2));
  expect(read).toBeLessThan(400);
});
