import { beforeEach, expect, test } from 'vitest';
import { DESK_TABLES, importDesk, type ImportDesk } from '../../../../test/portal/import-desk.ts';

let bring: ImportDesk['bring'];
let rows: ImportDesk['rows'];

beforeEach(async () => {
  ({ bring, rows } = await importDesk());
});

const NETWORK = {
  'plan-profiles': ['тариф;вниз;вверх;пул;фильтр;сеанс', 'Сто;;50000;home;;86400'],
  lines: ['логин;адрес;порт;сеансов', 'anna;10.84.0.7;olt-3 eth 0/1/2:101;2', 'petr;;;4'],
  nas: [
    'адрес;вид;название;секрет;вход;порт coa',
    '10.0.0.1;mikrotik;BRAS 1;a-shared-secret;;',
    '10.0.0.2;cisco;BNG;another-secret;линия;1700',
  ],
} as const;

test('profiles, lines and devices of access are taken once; a secret is kept sealed only', async () => {
  await bring('load', DESK_TABLES);
  const { said } = await bring('load', NETWORK);
  expect(said).toContain('plan-profiles.csv: новых 1');
  expect(said).toContain('lines.csv: новых 2');
  expect(said).toContain('nas.csv: новых 2');
  expect(await rows('select down_kbit, up_kbit, pool, session_seconds from plan_profile')).toEqual([
    { down_kbit: null, up_kbit: 50_000, pool: 'home', session_seconds: 86_400 },
  ]);
  expect(
    await rows(
      'select login, host(l.address) as ip, circuit, sessions from service_line l join service_user using (user_id) order by login',
    ),
  ).toEqual([
    { login: 'anna', ip: '10.84.0.7', circuit: 'olt-3 eth 0/1/2:101', sessions: 2 },
    { login: 'petr', ip: null, circuit: null, sessions: 4 },
  ]);
  expect(
    await rows('select host(address) as ip, kind, lines, coa_port, interim_seconds from radius.nas order by address'),
  ).toEqual([
    { ip: '10.0.0.1', kind: 'mikrotik', lines: 'login', coa_port: 3799, interim_seconds: 300 },
    { ip: '10.0.0.2', kind: 'cisco', lines: 'line', coa_port: 1700, interim_seconds: 300 },
  ]);
  expect(await rows(`select from radius.nas where position('shared'::bytea in secret) > 0`)).toEqual([]);
  expect((await bring('load', NETWORK)).said).toContain('nas.csv: новых 0, уже были без изменений 2');
});

test.each([
  ['plan-profiles', 'Двести;;;;;', 'тарифа «Двести» (интернет) нет'],
  ['lines', 'nobody;;;', 'услуги интернета с логином «nobody» нет'],
  ['lines', 'bakery;10.84.0.7;;', 'такой адрес или порт уже у другой услуги'],
  ['lines', 'bakery;10.84.0;;', 'не адрес'],
  ['nas', '10.0.0.3;nokia;BNG;a-shared-secret;;', '«nokia» — такого нет'],
  ['nas', '10.0.0.3;cisco;BNG;short;;', 'нужно от 8 до 64 знаков'],
] as const)('a line of %s like %j is refused', async (table, line, reason) => {
  const { code, said } = await bring('check', { ...DESK_TABLES, ...NETWORK, [table]: [...NETWORK[table], line] });
  expect([code, said.split('\n').at(-1)]).toEqual([1, 'Ошибок: 1. Ничего не принято: исправьте и повторите']);
  expect(said).toContain(reason);
});
