import type { Pool } from 'pg';

/** The tables whose moments are those of the database's own clock. */
const TABLES = [
  'internet_session',
  'session_reading',
  'radius.accounting_place',
  'radius.coa',
  'radius.nas',
  'radius.service',
];

/** Time that passes for the network: its tables run by the clock of the database, so what they tell becomes older instead. */
export class NetworkTime {
  readonly #pool: Pool;
  #passed = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  now(): number {
    return performance.timeOrigin + performance.now() + this.#passed;
  }

  async pass(seconds: number): Promise<void> {
    this.#passed += seconds * 1000;
    for (const table of TABLES) {
      const { rows } = await this.#pool.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and atttypid = 'timestamptz'::regtype and attnum > 0`,
        [table],
      );
      const shifts = rows.map(({ name }) => `${name} = ${name} - make_interval(secs => ${seconds})`);
      await this.#pool.query(`update ${table} set ${shifts.join(', ')}`);
    }
  }
}
