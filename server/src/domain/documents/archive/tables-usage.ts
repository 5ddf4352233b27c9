import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { callPages, totalsOf } from '#server/domain/services/calls/calls.queries.ts';
import { AT_ONCE, parts, table, type ArchiveScope, type ArchiveTable } from './table.ts';

/** The lines of a contract, each with its months that have calls. */
const callMonths = (tx: Tx, contractId: number): Promise<{ number: string; period: string }[]> =>
  tx.rows(sql`
    select distinct l.number, t.period from call_line l join call_total t on t.phone_number = l.number
    where l.contract_id = ${contractId} order by 1, 2`);

async function* calls(tx: Tx, { contractId }: ArchiveScope) {
  for (const { number, period } of await callMonths(tx, contractId)) {
    const zones = new Map((await totalsOf(tx, number, period)).map(({ zone, zone_name }) => [zone, zone_name]));
    for await (const page of callPages(tx, { number, period })) {
      yield page.map((call) => ({
        ...call,
        own_number: number,
        direction: call.direction === 'in' ? 'входящий' : 'исходящий',
        zone: zones.get(call.zone) ?? call.zone,
        amount_kopecks: call.amount,
      }));
    }
  }
}

const internetOf = (tx: Tx, contractId: number): Promise<{ user_id: number; login: string }[]> =>
  tx.rows(sql`
    select user_id, login from service_user where contract_id = ${contractId} and service_kind = 'internet' order by user_id`);

interface SessionData {
  readonly id: number;
  readonly started_at: Instant;
  readonly stopped_at: Instant | null;
  readonly address: string;
  readonly mac: string | null;
  readonly port: string | null;
  readonly bytes_in: number;
  readonly bytes_out: number;
}

/** Sessions of a service after one of them. */
const sessionData = (tx: Tx, userId: number, after: number): Promise<SessionData[]> =>
  tx.rows(sql`
    select internet_session_id as id, started_at, stopped_at, coalesce(host(address), prefix::text, nat_address::text, '') as address, mac::text as mac, port,
      bytes_in, bytes_out
    from internet_session
    where user_id = ${userId} and internet_session_id > ${after}
    order by internet_session_id limit ${AT_ONCE}`);

async function* sessions(tx: Tx, { contractId }: ArchiveScope) {
  for (const { user_id: userId, login } of await internetOf(tx, contractId)) {
    for await (const rows of parts((after) => sessionData(tx, userId, after))) {
      yield rows.map((row) => ({ ...row, login }));
    }
  }
}

export const usageTables: readonly ArchiveTable[] = [
  {
    file: 'calls',
    title: 'Звонки',
    columns: [
      ['at', 'Начало', 'moment'],
      ['own_number', 'Ваш номер'],
      ['direction', 'Звонок'],
      ['number', 'Собеседник'],
      ['zone', 'Направление'],
      ['seconds', 'Секунды', 'number'],
      ['covered_seconds', 'Секунды из пакета', 'number'],
      ['amount_kopecks', 'Стоимость, ₽', 'money'],
    ],
    rows: calls,
  },
  {
    file: 'internet_sessions',
    title: 'Сеансы интернета',
    columns: [
      ['started_at', 'Начало', 'moment'],
      ['stopped_at', 'Конец', 'moment'],
      ['login', 'Логин'],
      ['address', 'Адрес в сети'],
      ['mac', 'Устройство'],
      ['port', 'Порт'],
      ['bytes_in', 'Принято, байт', 'number'],
      ['bytes_out', 'Отправлено, байт', 'number'],
    ],
    rows: sessions,
  },
  table({
    file: 'speed_tests',
    title: 'Замеры скорости',
    columns: [
      ['measured_at', 'Когда', 'moment'],
      ['server', 'Узел'],
      ['plan', 'Тариф'],
      ['link', 'Связь', 'word'],
      ['down_kbit', 'Приём, Кбит/с', 'number'],
      ['up_kbit', 'Передача, Кбит/с', 'number'],
    ],
    rows: (tx, contractId) =>
      tx.rows(sql`
        select measured_at, server, plan, link, down_kbit, up_kbit from speed_test
        where contract_id = ${contractId} order by measured_at`),
  }),
];
