import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MariaDb } from '../beside/mariadb.ts';
import type { OtherBilling } from '../beside/other-billing.ts';

const at = (name: string) => new URL(name, import.meta.url);
const SCRIPT = fileURLToPath(at('../../deploy/billing/utm5-book.sh'));
const TOOL = fileURLToPath(at('payment-tool.sh'));

/** A run of the script that a timer starts on the server of UTM5. */
export interface Booking {
  /** Kills the script; what it has called goes on. */
  readonly kill: () => void;
  /** Kills it with all that it has called; the core goes on. */
  readonly killAll: () => void;
  /** What it has said, once it has ended. */
  readonly said: Promise<{ readonly code: number | null; readonly text: string }>;
}

export interface Utm5 extends OtherBilling {
  readonly startBooking: (settings?: Readonly<Record<string, string>>) => Booking;
  /** How often the core has heard of a payment. */
  readonly heard: () => Promise<number>;
  /** The core answers the payment tool, or is down. */
  readonly setCore: (state: 'up' | 'down') => Promise<void>;
}

/** UTM5 on Debian's MariaDB: its tables, what stands for its core, and the files that a provider takes. */
export async function openUtm5(): Promise<Utm5> {
  const server = await MariaDb.open({
    own: 'UTM5',
    joined: 'kabinet',
    schema: at('schema.sql'),
    file: at('../../deploy/billing/utm5.sql'),
  });
  await server.run('create database core character set utf8');
  await server.load(at('core.sql'), 'core');
  const [config, toolConfig] = [`${server.folder}/kabinet-utm5.cnf`, `${server.folder}/tool.cfg`];
  await server.run(`
    create user kabinet_book@localhost identified by 'it-books';
    grant execute on procedure kabinet.kabinet_take to kabinet_book@localhost;
    grant execute on procedure kabinet.kabinet_settle to kabinet_book@localhost`);
  await writeFile(config, `[client]\nsocket=${server.socket}\nuser=kabinet_book\npassword=it-books\n`);
  await writeFile(toolConfig, `[client]\nsocket=${server.socket}\nuser=root\n`);
  const isDown = `${toolConfig}.core-is-down`;

  const startBooking: Utm5['startBooking'] = (settings = {}) => {
    const env = {
      ...process.env,
      TOOL,
      TOOL_CONFIG: toolConfig,
      DATABASE_CONFIG: config,
      LOCK: `${server.folder}/lock`,
      SETTLE_SECONDS: '0.3',
      AGAIN_SECONDS: '10',
      ...settings,
    };
    const child = spawn(SCRIPT, [], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (some) => void (text += String(some)));
    return {
      kill: () => void child.kill('SIGKILL'),
      killAll: () => void process.kill(-child.pid!, 'SIGKILL'),
      said: once(child, 'exit').then(([code]) => ({ code: code as number | null, text })),
    };
  };

  return {
    server,
    startBooking,
    heard: async () => (await readFile(`${toolConfig}.heard`, 'utf8')).split('\n').length - 1,
    setCore: (state) => (state === 'down' ? writeFile(isDown, '') : rm(isDown, { force: true })),
    balances: async () => (await server.rows('select round(balance * 100) from accounts order by id')).map(Number),
    charge: (account, sum, text) =>
      server.run(`insert into services_data (service_type, service_name) values (2, '${text}');
        insert into discount_transactions_all (account_id, discount, discount_with_tax, service_id, discount_date)
        values (${account}, ${sum} / 1.2, ${sum}, last_insert_id(), unix_timestamp());
        update accounts set balance = balance - ${sum} where id = ${account}`),
    deposit: (account, sum, text) =>
      server.run(`insert into payment_transactions (account_id, payment_absolute, payment_enter_date, comments_for_user, method)
        values (${account}, ${sum}, unix_timestamp(), '${text}', 1); update accounts set balance = balance + ${sum} where id = ${account}`),
    turn: (service, state) =>
      server.run(
        state === 'active'
          ? `update blocks_info set is_deleted = 1 where account_id = ${service}; update accounts set block_id = 0, int_status = 1 where id = ${service}`
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
    work: async () => {
      await startBooking().said;
    },
    workOn: () => {
      let booking: Booking | undefined;
      let isOn = true;
      const working = (async () => {
        while (isOn) {
          booking = startBooking();
          await booking.said;
          await pause(50);
        }
      })();
      return {
        kill: () => Promise.resolve(booking?.kill()),
        end: async () => {
          isOn = false;
          await working;
        },
      };
    },
  };
}
