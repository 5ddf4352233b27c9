import type pg from 'pg';

/** Makes each write of a row that meets the condition (on `new`) fail with the SQLSTATE, until it is repaired. */
export async function breakRows(
  pool: pg.Pool,
  table: string,
  condition: string,
  sqlstate = 'XX000',
): Promise<{ mend: () => Promise<unknown> }> {
  await pool.query(`
    create function fail() returns trigger language plpgsql as $$
    begin raise exception 'broken row' using errcode = '${sqlstate}'; end $$;
    create trigger fail before insert or update on ${table} for each row when (${condition}) execute function fail()`);
  return { mend: () => pool.query('drop function fail() cascade') };
}
