import pg from 'pg';

const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond 2^53: ${text}`);
  return value;
};

/**
 * Converts `2026-11-22 05:29:28.123456+00`, as a UTC session writes it; a string operation, because parsing a date
 * costs ten times as much.
 */
function isoInstant(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`;
}

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins;
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  [DATE, (text) => text],
  [TIMESTAMPTZ, isoInstant],
]);

/** Parsers of PostgreSQL values: whole numbers as numbers, days as text, moments as ISO text in UTC. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid) => parsers.get(oid) ?? (pg.types.getTypeParser(oid) as (text: string) => unknown),
};
