import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { importDesk, DESK_TABLES, type ImportDesk, type Tables } from '../../../../test/portal/import-desk.ts';

let { folder, run, bring, rows } = {} as ImportDesk;
beforeEach(async () => {
  ({ folder, run, bring, rows } = await importDesk());
});

// Two portions of contracts and of accounts, three of the past.
const FIRST = 1_000_001;
const MANY = 5_200;
const rublesOf = (id: number): number => (id % 7) - 3;
const ids = Array.from({ length: MANY }, (_, index) => FIRST + index);

const TABLES = {
  towns: DESK_TABLES.towns,
  streets: DESK_TABLES.streets,
  contracts: [
    'договор;клиент;город;дом;заключён;телефон',
    ...ids.map((id) => `${id};Иванов Иван ${id};Вольск;1;01.02.2020;${79_300_000_000 + id}`),
  ],
  accounts: ['счёт;договор;вид;остаток', ...ids.map((id) => `A${id};${id};интернет;${rublesOf(id)}`)],
  history: [
    'счёт;операция;день;вид;сумма;способ',
    ...ids.flatMap((id) => [`A${id};p1;05.09.2026;платёж;600,25;наличные`, `A${id};c1;06.09.2026;списание;500,10;`]),
  ],
} satisfies Tables;

test('tables of many portions are taken as small ones are, and compared as a whole when they come again', async () => {
  const loaded = await bring('load', TABLES);
  expect(loaded.said.split('\n')).toEqual(
    expect.arrayContaining([
      `contracts.csv: новых ${MANY}, уже были без изменений 0`,
      `history.csv: новых ${2 * MANY}, уже были без изменений 0`,
    ]),
  );
  expect(loaded.said).toContain('Прошлое: пополнено 3 121 300 ₽, списано с учётом перерасчётов 2 600 520 ₽');
  expect(
    await rows(`select sum(amount_kopecks)::bigint as sum, count(*)::integer as lines from ledger_entry e join account a using (account_id)
      where contract_id is not null`),
  ).toEqual([{ sum: ids.reduce((sum, id) => sum + rublesOf(id) * 100, 0), lines: 3 * MANY }]);
  expect(
    await rows(`select balance_kopecks as balance from account where account_no = 'A${FIRST + MANY - 1}'`),
  ).toEqual([{ balance: rublesOf(FIRST + MANY - 1) * 100 }]);
  expect((await run('ledger', 'verify')).code).toBe(0);

  // One of the first portion has gone, one of the second has changed.
  const contracts = [...TABLES.contracts];
  contracts.splice(5_100, 1, (contracts[5_100] ?? '').replace(';1;01', ';2;01'));
  contracts.splice(7, 1);
  const again = await bring('diff', { ...TABLES, contracts });
  expect(again.said).toContain(`contracts.csv: новых 0, уже были без изменений ${MANY - 2}, меняются 1`);
  expect(again.said).toContain(`contracts.csv, строка 5100: изменится: дом — «1» → «2»`);
  expect(again.said).toContain(`contracts.csv: больше нет 1 строки: ${FIRST + 6}.`);
  expect(again.said).toContain(`history.csv: новых 0, уже были без изменений ${2 * MANY}`);
  const held = await rows(`select (select count(*) from import_said) + (select count(*) from import_opening)
    + (select count(*) from import_former) as held`);
  expect(held).toEqual([{ held: 0 }]);
});

test('a row that stands twice is named by its first line, however far before', async () => {
  const [first = ''] = TABLES.contracts.slice(1, 2);
  const [line = ''] = TABLES.history.slice(1, 2);
  const twice = await bring('check', {
    ...TABLES,
    contracts: [...TABLES.contracts, first],
    history: [...TABLES.history, line],
  });
  expect(twice.said).toContain(`contracts.csv, строка ${MANY + 2}: то же самое, что в строке 2`);
  expect(twice.said).toContain(`history.csv, строка ${2 * MANY + 2}: то же самое, что в строке 2`);
  expect(twice.said).toContain('Ошибок: 2. Ничего не принято');
  expect(await rows('select from account where contract_id is not null')).toEqual([]);
});

test('over the network a file has at most a hundred thousand rows, and the refusal says where more are taken', () => {
  const streets = Array.from({ length: 100_001 }, () => ({ line: 2, town: 'Вольск', street: 'Мира' }));
  const { error } = operatorContract.imports.load.body.safeParse({ tables: { streets } });
  expect(error?.issues[0]?.message).toContain('командой на сервере');
});

test('a file that is not UTF-8 is read as Windows-1251, and the command says so', async () => {
  for (const file of await readdir(folder)) await rm(join(folder, file));
  const lines = ['город;основной', 'Вольск;да', 'Ёлкино;'].join('\r\n');
  await writeFile(join(folder, 'towns.csv'), Buffer.from(Array.from(lines, windows1251)));
  await writeFile(join(folder, 'streets.csv'), '\uFEFFгород;улица\r\nЁлкино;"Советская"\r\n');
  const { code, said } = await run('import', 'load', folder);
  expect(said.split('\n').slice(0, 2)).toEqual([
    'towns.csv: не UTF-8, прочитан как Windows-1251. Если буквы не те, сохраните его в UTF-8',
    'towns.csv: новых 2, уже были без изменений 0',
  ]);
  expect(code).toBe(0);
  expect(await rows('select t.name as town, s.name as street from street s join town t using (town_id)')).toEqual([
    { town: 'Ёлкино', street: 'Советская' },
  ]);
});

function windows1251(sign: string): number {
  const code = sign.codePointAt(0) ?? 0;
  if (sign === 'Ё') return 0xa8;
  return code < 0x80 ? code : code - 0x350;
}

test('a fault in the middle of a file undoes what was taken before it, and is named by its line', async () => {
  const broken = [...TABLES.accounts];
  broken.splice(5_150, 0, 'B1;"1000001;интернет;0');
  const { code, said } = await bring('load', { ...TABLES, accounts: broken });
  expect([code, said]).toEqual([2, 'accounts.csv: Строка 5151: кавычка не закрыта или стоит не на месте']);
  expect(await rows('select from contract')).toEqual([]);
});
