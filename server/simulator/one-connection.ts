import type pg from 'pg';

/**
 * A pool that lends one connection at a time. The worker records the end of a job while it already asks for the next one; on two
 * connections it would depend on the machine which of them comes first, and so which job is next.
 */
export function oneConnection(pool: pg.Pool): pg.Pool {
  let last: Promise<void> = Promise.resolve();
  const connect = async (): Promise<pg.PoolClient> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    await before;
    try {
      return lent(await pool.connect(), resolve);
    } catch (error) {
      resolve();
      throw error;
    }
  };
  return replaced(pool, { connect });
}

const lent = (client: pg.PoolClient, returned: () => void): pg.PoolClient =>
  replaced(client, {
    release: (broken?: Error | boolean) => {
      client.release(broken);
      returned();
    },
  });

/** The same object with some other methods. */
const replaced = <T extends object>(of: T, methods: Partial<Record<keyof T, unknown>>): T =>
  new Proxy(of, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof T];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/**
 * Due jobs are done in the order of their numbers. The queue orders them by their moments, which are equal for all jobs of a
 * transaction, so of these now one and now another would be the first.
 */
export const IN_ORDER = `
  create or replace function in_order() returns trigger language plpgsql as $$
  begin
    if new.run_at <= now() and (new.flags is null or not new.flags ? 'timed') then
      new.run_at := 'epoch'::timestamptz + new.id * interval '1 microsecond';
    end if;
    return new;
  end $$;
  create or replace trigger in_order before insert or update on graphile_worker._private_jobs for each row execute function in_order()`;
