import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bookingsIn, type Bookings, type Settings } from '../beside/booking.ts';
import { openCore } from '../beside/core.ts';
import { MariaDb } from '../beside/mariadb.ts';
import { sumsOf, type BillingServer, type OtherBilling } from '../beside/other-billing.ts';
import { PostgresDb } from '../beside/postgres.ts';

const at = (name: string) => new URL(name, import.meta.url);

export interface Utm5 extends OtherBilling {
  readonly bookings: Bookings;
}

/** The script with UTM5's payment tool. */
function bookingsByTool(folder: string, base: Settings): Bookings {
  const config = `${folder}/tool.cfg`;
  const isDown = `${config}.core-is-down`;
  const core = {
    heard: async () => (await readFile(`${config}.heard`, 'utf8')).split('\n').length - 1,
    setCore: (state: 'up' | 'down') => (state === 'down' ? writeFile(isDown, '') : rm(isDown, { force: true })),
  };
  return bookingsIn(folder, core, { ...base, TOOL: fileURLToPath(at('payment-tool.sh')), TOOL_CONFIG: config });
}

/** UTM5 on Debian's MariaDB: its tables, what stands for its core, and the files that a provider takes. */
export async function openUtm5(): Promise<Utm5> {
  const server = await MariaDb.open({
    own: 'UTM5',
    joined: 'kabinet',
    schema: at('schema.sql'),
    files: [at('../../deploy/billing/utm5.sql'), at('../../deploy/billing/requests.sql')],
  });
  const DATABASE_CONFIG = await openCore(server, at('core.sql'));
  const CORE_CLIENT = `mariadb --no-defaults --socket=${server.socket} --user=root -e`;
  return utm5On(server, bookingsByTool(server.folder, { DATABASE_CONFIG, CORE_CLIENT }));
}

/** The same on Debian's PostgreSQL. */
export async function openUtm5OnPostgres(): Promise<Utm5> {
  const server = await PostgresDb.open({
    schema: at('schema.sql'),
    file: at('../../deploy/billing/utm5-postgresql.sql'),
  });
  await server.run(await readFile(at('core-postgresql.sql'), 'utf8'));
  await server.run(`
    create role kabinet_book login;
    grant usage on schema kabinet to kabinet_book;
    grant execute on function kabinet.kabinet_take(int), kabinet.kabinet_settle() to kabinet_book`);
  const addressOf = (role: string) => `postgresql://${role}@127.0.0.1:${server.port}/utm5`;
  const core = `psql -Xq -v ON_ERROR_STOP=1 ${addressOf('postgres')} -c`;
  return utm5On(server, bookingsByTool(server.folder, { POSTGRES: addressOf('kabinet_book'), CORE_CLIENT: core }));
}

const utm5On = (server: BillingServer, bookings: Bookings): Utm5 => ({
  server,
  bookings,
  balances: async () =>
    sumsOf((await server.rows('select round(balance * 100) from accounts order by id')).map(Number)),
  charge: (account, sum, text) =>
    server.run(`insert into services_data (service_type, service_name) values (2, '${text}');
      insert into discount_transactions_all (account_id, discount, discount_with_tax, service_id, discount_date)
      values (${account}, ${sum} / 1.2, ${sum}, (select max(id) from services_data), unix_timestamp());
      update accounts set balance = balance - ${sum} where id = ${account}`),
  deposit: (account, sum, text) =>
    server.run(`insert into payment_transactions (account_id, payment_absolute, payment_enter_date, comments_for_user, method)
      values (${account}, ${sum}, unix_timestamp(), '${text}', 1);
      update accounts set balance = balance + ${sum} where id = ${account}`),
  turn: (service, state) =>
    server.run(
      state === 'active'
        ? `update blocks_info set is_deleted = 1 where account_id = ${service};
           update accounts set block_id = 0, int_status = 1 where id = ${service}`
        : `insert into blocks_info (account_id, block_type, start_date, expire_date)
           values (${service}, ${state === 'debt' ? 1 : 2}, unix_timestamp(), 2000000000);
           update accounts set block_id = last_insert_id(), int_status = 0 where id = ${service}`,
    ),
  booked: async () => {
    const numbers = await server.rows(
      `select substring(payment_ext_number, 9) from payment_transactions where payment_ext_number like 'kabinet-%' order by id`,
    );
    return numbers.map(Number);
  },
  work: bookings.work,
  workOn: bookings.workOn,
});
