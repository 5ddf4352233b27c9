import type { Tx } from '#server/db/database.ts';
import { callPages, totalsOf } from '#server/domain/services/calls/calls.queries.ts';
import * as data from './data.queries.ts';
import { parts, short, type ArchiveScope, type ArchiveTable } from './table.ts';

async function* calls(tx: Tx, { contractId }: ArchiveScope) {
  for (const { number, period } of await data.callMonths(tx, contractId)) {
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

async function* sessions(tx: Tx, { contractId }: ArchiveScope) {
  for (const { user_id: userId, login } of await data.internetOf(tx, contractId)) {
    for await (const rows of parts((after) => data.sessionData(tx, userId, after))) {
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
  {
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
    rows: short(data.speedTestData),
  },
];
