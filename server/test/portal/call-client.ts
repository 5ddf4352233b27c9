import { importCalls, type ImportedCalls } from '#server/domain/services/calls/import.ts';
import type { TestPortal } from './portal.ts';

/** The number of `addClient({ telephone: true })`. */
export const NUMBER = '78482551122';

export interface CallPrice {
  readonly zone: string;
  readonly direction?: 'in' | 'out';
  readonly from?: string;
  readonly connection?: number;
  /** Kopecks per unit. */
  readonly price: number;
  readonly unit?: number;
  readonly free?: number;
}

const BY_MINUTE = { direction: 'out', from: '2020-01-01', connection: 0, unit: 60, free: 0 } as const;

/** Zones by prefix, and call rates of the number’s plan; `packages` are seconds by zone. */
export async function addTariff(
  { pool }: Pick<TestPortal, 'pool'>,
  prefixes: Readonly<Record<string, string>>,
  rates: readonly CallPrice[],
  packages: readonly { readonly seconds: number; readonly zones: readonly string[] }[] = [],
): Promise<void> {
  const plan = `(select plan_id from phone_number where phone_number = '${NUMBER}')`;
  for (const [prefix, zone] of Object.entries(prefixes)) {
    await pool.query(
      `insert into call_zone (zone, name, position) values ($1, 'Зона ' || $1, 0) on conflict do nothing`,
      [zone],
    );
    await pool.query('insert into call_zone_prefix (prefix, zone) values ($1, $2)', [prefix, zone]);
  }
  for (const rate of rates) {
    const { zone, direction, from, connection, price, unit, free } = { ...BY_MINUTE, ...rate };
    await pool.query(
      `insert into call_rate
         (plan_id, zone, direction, valid_from, connection_kopecks, unit_kopecks, unit_seconds, free_seconds)
       values (${plan}, $1, $2, $3, $4, $5, $6, $7)`,
      [zone, direction, from, connection, price, unit, free],
    );
  }
  for (const { seconds, zones } of packages) {
    await pool.query(
      `with made as (
         insert into call_package (plan_id, name, included_seconds, valid_from)
         values (${plan}, 'Пакет', $1, '2020-01-01') returning call_package_id)
       insert into call_package_zone select call_package_id, zone from made, unnest($2::text[]) zone`,
      [seconds, zones],
    );
  }
}

/** Makes the client's service a SIP line whose plan has the rates of the number's plan. Returns the line. */
export async function makeSipLine(
  { pool }: Pick<TestPortal, 'pool'>,
  login: string,
): Promise<{ user_id: number; account_id: number }> {
  const { rows } = await pool.query<{ plan_id: number }>(
    `insert into plan (service_kind, name, summary, price_kopecks) values ('sip', 'Линия', '1 линия', 9900)
     returning plan_id`,
  );
  const plan = rows[0]!.plan_id;
  await pool.query(
    `insert into call_rate select $1, zone, direction, valid_from, connection_kopecks, unit_kopecks, unit_seconds, free_seconds
     from call_rate where plan_id = (select plan_id from phone_number where phone_number = '${NUMBER}')`,
    [plan],
  );
  const { rows: lines } = await pool.query<{ user_id: number; account_id: number }>(
    `update service_user set user_type = 'sip', login = $1, plan_id = $2 returning user_id, account_id`,
    [login, plan],
  );
  return lines[0]!;
}

/** A record of the exchange in a test; by default an answered call of a minute from the number. */
export interface Cdr {
  readonly accountcode?: string;
  readonly src?: string;
  readonly dst?: string;
  readonly start?: string;
  readonly billsec?: number | string;
  readonly disposition?: string;
  readonly uniqueid: string;
  readonly linkedid?: string;
  readonly sequence?: number | string;
}

const A_MINUTE = {
  accountcode: '',
  src: NUMBER,
  dst: '79270000001',
  start: '2026-11-10 12:00:00',
  billsec: 60,
  disposition: 'ANSWERED',
  sequence: 1,
} as const;

/** The file of the exchange, including columns that do not matter. */
export const csvOf = (records: readonly Cdr[]): string[] => [
  'accountcode,src,dst,clid,start,billsec,disposition,uniqueid,linkedid,sequence',
  ...records.map((record) => {
    const cdr = { ...A_MINUTE, linkedid: record.uniqueid, ...record };
    const clid = `"""Иванов, И."" <${cdr.src}>"`;
    const { accountcode, src, dst, start, billsec, disposition, uniqueid, linkedid, sequence } = cdr;
    return [accountcode, src, dst, clid, start, billsec, disposition, uniqueid, linkedid, sequence].join(',');
  }),
];

/** Imports lines of a file like the operator. The exchange uses Moscow time, an hour behind the provider. */
export const importLines = ({ world, clock }: TestPortal, lines: readonly string[]): Promise<ImportedCalls> =>
  importCalls(
    world.db,
    lines,
    { zones: { exchange: 'Europe/Moscow', provider: 'Europe/Samara' }, areaCode: '8482' },
    clock.now(),
  );

export const importTestRecords = (portal: TestPortal, records: readonly Cdr[]): Promise<ImportedCalls> =>
  importLines(portal, csvOf(records));
