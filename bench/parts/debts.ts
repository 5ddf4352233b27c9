import type { Database } from '../../server/src/db/database.ts';

/** Every n-th account is off for debt, since 1 to 200 days. */
export async function fallIntoDebt({ pool }: Database, share: number): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0; set session_replication_role = replica');
  await client.query(
    `update account set debt_since = null, owes_since = null where contract_id is not null and owes_since is not null`,
  );
  await client.query(
    `update account set debt_since = now() - make_interval(days => (account_id % 200)::int), owes_since = now() - make_interval(days => (account_id % 200)::int)
     where kind = 'i' and account_id % $1 = 0`,
    [share],
  );
  await client.query(
    `update service_user u set state = 'blocked', reason = 'debt' from account a where a.account_id = u.account_id and a.debt_since is not null and u.state = 'active'`,
  );
  await client.query('vacuum analyze account; ').catch(() => undefined);
  client.release(true);
}
