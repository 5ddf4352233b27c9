import type pg from 'pg';

/** Lets each write of a row of which the condition holds (of `new`) fail with the SQLSTATE, until it is mended. */
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
