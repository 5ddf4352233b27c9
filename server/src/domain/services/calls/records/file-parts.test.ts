import { expect, test } from 'vitest';
import { filePartsOf, NoHeader } from '../import.ts';

const partsOf = async (lines: readonly string[], most: number) => {
  const parts = [];
  for await (const { header, records } of filePartsOf(lines, most))
    parts.push({ header, lines: records.map(({ line }) => line) });
  return parts;
};

test('cuts a file into parts of whole records, each with the names of the columns', async () => {
  const header = ['src', 'dst'];
  const file = ['src,dst', '1,2', '"a', 'b",3', '4,5', '6,7'];
  expect(await partsOf(file, 2)).toEqual([
    { header, lines: [2, 3] },
    { header, lines: [5, 6] },
  ]);
  expect(await partsOf(file, 3)).toEqual([
    { header, lines: [2, 3, 5] },
    { header, lines: [6] },
  ]);
});

test('a file without records is one part, so its columns are checked; an empty file is refused', async () => {
  expect(await partsOf(['src,dst'], 2)).toEqual([{ header: ['src', 'dst'], lines: [] }]);
  await expect(partsOf([], 2)).rejects.toThrow(NoHeader);
});
