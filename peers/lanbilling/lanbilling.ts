import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bookingsIn, type Bookings } from '../beside/booking.ts';
import { openCore } from '../beside/core.ts';
import { MariaDb } from '../beside/mariadb.ts';
import { sumsOf, type BillingServer, type OtherBilling } from '../beside/other-billing.ts';
import { MANAGER, SoapCore } from './soap-core.ts';

const at = (name: string) => new URL(name, import.meta.url);
const BLOCKED = { active: 0, debt: 1, operator: 3 } as const;

export interface LanBilling extends OtherBilling {
  readonly bookings: Bookings;
  readonly core: SoapCore;
  /** How the program enters the core. */
  readonly writeSettings: (manager: typeof MANAGER) => Promise<void>;
}

/** LANBilling on Debian's MariaDB: its tables, what stands for its core, and the files that a provider takes. */
export async function openLanBilling(): Promise<LanBilling> {
  const server = await MariaDb.open({
    own: 'billing',
    joined: 'kabinet',
    schema: at('schema.sql'),
    files: [at('../../deploy/billing/lanbilling.sql'), at('../../deploy/billing/requests.sql')],
  });
  const DATABASE_CONFIG = await openCore(server, at('core.sql'));
  const core = await SoapCore.open(server);
  const TOOL_CONFIG = `${server.folder}/kabinet-lanbilling.conf`;
  const writeSettings: LanBilling['writeSettings'] = ({ LOGIN, PASSWORD }) =>
    writeFile(TOOL_CONFIG, `URL=${core.url}\nLOGIN='${LOGIN}'\nPASSWORD='${PASSWORD}'\n`);
  await writeSettings(MANAGER);
  const TOOL = fileURLToPath(at('../../deploy/billing/lanbilling-payment.sh'));
  const bookings = bookingsIn(server.folder, core, { DATABASE_CONFIG, TOOL, TOOL_CONFIG });
  return {
    ...lanBillingOn(server),
    server,
    bookings,
    core,
    writeSettings,
    work: bookings.work,
    workOn: bookings.workOn,
  };
}

const lanBillingOn = (server: BillingServer) => ({
  balances: async () =>
    sumsOf(
      (await server.rows('select round(balance * 100) from agreements where archive = 0 order by agrm_id')).map(Number),
    ),
  charge: (account: number, sum: string, text: string) =>
    server.run(`insert into service_categories (tar_id, serv_cat_idx, descr)
      select 1, coalesce(max(serv_cat_idx), 0) + 1, '${text}' from service_categories;
      insert into services (vg_id, tar_id, serv_cat_idx) select ${200 + account}, 1, max(serv_cat_idx) from service_categories;
      insert into charges (vg_id, agrm_id, service_id, period, amount)
      values (${200 + account}, ${100 + account}, last_insert_id(), curdate(), ${sum})`),
  deposit: (account: number, sum: string, text: string) =>
    server.run(`insert into pay_classes (name) values ('${text}');
      insert into payments (agrm_id, amount, amount_cur, class_id, comment)
      values (${100 + account}, ${sum}, ${sum}, last_insert_id(), 'для своих');
      update agreements set balance = balance + ${sum} where agrm_id = ${100 + account}`),
  turn: (service: number, state: keyof typeof BLOCKED) =>
    server.run(`update vgroups set blocked = ${BLOCKED[state]} where vg_id = ${200 + service}`),
  booked: async () => {
    const numbers = await server.rows(
      `select substring(receipt, 9) from payments where receipt like 'kabinet-%' order by record_id`,
    );
    return numbers.map(Number);
  },
});
