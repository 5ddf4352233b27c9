import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unfolded } from '../../../server/src/domain/services/accounting/place.queries.ts';
import { runOperator } from '../../../server/test/process/process.ts';
import type { LiveDevice } from './device.ts';
import { LATE_DAYS, type Money } from './subscribers.ts';
import { FIRST_CONTRACT, type LiveWorld } from './world.ts';

/** What is still under way; empty: the network is at rest. */
export async function underWay({ db, radius }: LiveWorld): Promise<string[]> {
  const { rows } = await db.pool.query<{ effects: number; orders: number }>(
    `select (select count(*) from outbox_effect where state = 'due')::int as effects,
       (select count(*) from radius.coa where due_at is not null)::int as orders`,
  );
  const waiting = (await db.read(unfolded)).rows;
  const putBy = await readdir(join(radius.folder, 'backlog'));
  return Object.entries({ ...rows[0], 'rows to fold': waiting, 'files put by': putBy.length })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
}

/** Each line is online once, with what its service should be. */
export async function wrongShapes({ db, lines }: LiveWorld, devices: readonly LiveDevice[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const line of lines) {
    const living = devices.flatMap((device) =>
      [...device.living.values()].filter((one) => one.line === line).map((session) => ({ device, session })),
    );
    if (living.length !== 1) wrong.push(`${line.login} is online ${living.length} times`);
    for (const { device, session } of living) {
      const { rows } = await db.pool.query<{ value: string }>(
        `select value from radius.reply_to($1, $2) where attribute = 'Class'`,
        [String(line.userId), device.shape.address],
      );
      if (rows[0]?.value !== session.told)
        wrong.push(`${line.login} on ${device.shape.address} has ${session.told}, should have ${rows[0]?.value}`);
    }
  }
  const { rows } = await db.pool.query<{ login: string }>(
    `select u.login from service_user u left join radius.service s using (user_id)
     where u.user_id = any($1::bigint[])
       and s.access is distinct from case when u.state = 'active' then 'open' else 'payment_page_only' end`,
    [lines.map(({ userId }) => userId)],
  );
  return [...wrong, ...rows.map(({ login }) => `RADIUS has another access for ${login}`)];
}

/** Payments that are not booked once, and days that are left out or charged twice. */
export async function wrongBooks({ db }: LiveWorld, money: Money): Promise<string[]> {
  const booked = await db.pool.query<{ reference: string; times: number; kopecks: number }>(
    `select t.reference, count(*)::int as times, sum(e.amount_kopecks)::int as kopecks
     from ledger_transaction t join ledger_entry e using (transaction_id) join account a using (account_id)
     where t.reference like 'teller:%' and a.contract_id > $1 group by 1`,
    [FIRST_CONTRACT],
  );
  const books = new Map(booked.rows.map((row) => [row.reference, row]));
  const payments = money.acknowledged
    .filter(({ reference, kopecks }) => books.get(reference)?.times !== 1 || books.get(reference)?.kopecks !== kopecks)
    .map(({ reference }) => `payment ${reference} is booked ${books.get(reference)?.times ?? 0} times`);
  const days = await db.pool.query<{ account_id: string; days: number; entries: number; in_debt: boolean }>(
    `select a.account_id, count(distinct e.service_from)::int as days, count(e.entry_id)::int as entries, a.debt_since is not null as in_debt
     from account a left join ledger_entry e on e.account_id = a.account_id and e.amount_kopecks < 0
     where a.contract_id > $1 group by a.account_id`,
    [FIRST_CONTRACT],
  );
  const poor = new Map(money.charged.map((line) => [line.accountId, line.isPoor]));
  const charges = days.rows
    .filter(({ account_id, days: distinct, entries }) => {
      const isPoor = poor.get(Number(account_id));
      const fewest = isPoor === undefined ? 0 : isPoor ? 1 : LATE_DAYS;
      return distinct !== entries || distinct < fewest || (isPoor === undefined && distinct > 0);
    })
    .map(({ account_id, days: distinct, entries }) => `account ${account_id}: ${entries} charges of ${distinct} days`);
  return [...payments, ...charges];
}

/** What the operator's own commands find. */
export async function byOperator({ settings }: LiveWorld): Promise<string[]> {
  const found: string[] = [];
  for (const words of [
    ['ledger', 'verify'],
    ['network', 'check'],
  ]) {
    const { code, output } = await runOperator(words, { ...settings });
    if (code !== 0) found.push(`${words.join(' ')}: ${output.slice(0, 1000)}`);
  }
  return found;
}
