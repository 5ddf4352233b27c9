import { expect, test } from 'vitest';
import { sql } from './sql.ts';

const named = (name: string) => sql`name = ${name}`;
const found = (id: number, name?: string) => sql`
  select from thing -- the client's
  where id = ${id} ${name === undefined ? sql`` : sql`and ${named(name)}`} and kind <> ${'none'}`;

test('values and fragments stay in order, and values never enter the text', () => {
  expect(found(5, "O'Hara").text).toBe('select from thing where id = $1 and name = $2 and kind <> $3');
  expect(found(5, "O'Hara").values).toEqual([5, "O'Hara", 'none']);
  expect(found(6).text).toBe('select from thing where id = $1 and kind <> $2');
  expect(found(6).values).toEqual([6, 'none']);
});

test('the same text has the same name, whatever its values and fragments', () => {
  expect(found(1, 'a').name).toBe(found(2, 'b').name);
  expect(found(1, 'a').name).not.toBe(found(1).name);
  expect(sql`select ${1} where ${sql`true`}`.name).toBe(sql`select ${2}  where true`.name);
});

test('a value in one statement and a fragment in the same place of another make two texts', () => {
  const from = (insert: unknown) => sql`select from thing where ${insert}`;
  expect(from(true).text).toBe('select from thing where $1');
  expect(from(sql`is_on`).text).toBe('select from thing where is_on');
  expect(from(true).text).toBe('select from thing where $1');
});

test('removes comments and extra spaces outside of quotes', () => {
  expect(
    sql`select 'it''s  -- so',   "a  b" -- don't
    , 1 - -1`.text,
  ).toBe(`select 'it''s  -- so', "a  b" , 1 - -1`);
});
