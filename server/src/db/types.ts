import pg from 'pg';

const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond 2^53: ${text}`);
  return value;
};

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins;
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text).toISOString()],
]);

/** Values as they come from PostgreSQL: whole numbers, days as text, moments as ISO text in UTC. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid) => parsers.get(oid) ?? (pg.types.getTypeParser(oid) as (text: string) => unknown),
};
