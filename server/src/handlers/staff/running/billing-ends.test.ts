import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { BesideBilling } from '../../../../test/portal/beside/beside-billing.ts';

// Another billing closes one service of a contract, and takes an option off (decision 0281).

let beside: BesideBilling;
beforeEach(async () => {
  beside = await BesideBilling.open();
  await beside.rows(`insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
    select plan_id, 'Адрес', '', '', 15000 from plan where name = 'Сто'`);
});

const HEADS = {
  services: 'логин;договор;вид;название;тариф;с;закрыта',
  'service-options': 'логин;опция;снята',
} as const;

async function send(table: keyof typeof HEADS, ...lines: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-ends-'));
  await writeFile(join(folder, `${table}.csv`), [HEADS[table], ...lines].join('\n'));
  const { said } = await beside.run('billing', 'tables', folder, '--json');
  const { rows } = JSON.parse(said) as { rows: { outcome: string; reasons: string[] }[] };
  return rows.map(({ outcome, reasons }) => [outcome, ...reasons].join(' '));
}

const U1 = 'u1;7001;ethernet;Интернет;Сто;01.02.2020';
const service = () => beside.serviceOf('u1');
const closedOn = async () =>
  (await beside.rows(`select closed_on::text from service_user where login = 'u1'`))[0]?.['closed_on'];
const options = async () => (await beside.rows('select from user_option')).length;
const entries = async () => (await beside.rows('select from ledger_entry')).length;

test('a service that is closed there closes here on its day, without money, and its contract goes on', async () => {
  const before = { provisions: await beside.provisions(), entries: await entries() };
  expect(await send('services', `${U1};19.11.2026`)).toEqual(['taken']);
  expect([(await service()).state, await closedOn()]).toEqual(['closed', '2026-11-19']);
  expect(await entries()).toBe(before.entries);
  expect(await beside.provisions()).toBeGreaterThan(before.provisions);
  expect(await beside.rows(`select state from contract where contract_id = 7001`)).toEqual([{ state: 'active' }]);
  expect(await send('services', `${U1};19.11.2026`)).toEqual(['same']);
  // Its state has nobody to tell any more.
  expect(await beside.told('services', 'логин;версия;состояние', 'u1;1;active')).toEqual([
    'u1 conflict услуга закрыта в кабинете',
  ]);
});

test('it opens again as it was told last', async () => {
  await beside.told('services', 'логин;версия;состояние', 'u1;1;debt');
  const debts = () => beside.rows('select account_no from account where debt_since is not null order by 1');
  expect(await debts()).toHaveLength(2);
  await send('services', `${U1};20.11.2026`);
  expect(await debts()).toEqual([{ account_no: 'A-3' }]);
  expect(await send('services', `${U1};`)).toEqual(['taken']);
  expect(await service()).toMatchObject({ state: 'blocked', reason: 'debt' });
  expect(await debts()).toHaveLength(2);
});

test('a day that cannot be, and a closed service that is not here, are refused with the reason', async () => {
  expect(await send('services', `${U1};21.11.2026`)).toEqual(['partly закрыта: 21 ноября 2026 ещё не наступило']);
  expect(await send('services', `${U1};01.01.2020`)).toEqual(['partly закрыта: раньше, чем подключена']);
  expect(await send('services', 'u9;7001;ethernet;Интернет;Сто;01.02.2020;19.11.2026')).toEqual([
    'refused закрытой услуги в кабинете нет: уберите строку',
  ]);
  expect((await service()).state).toBe('active');
});

test('an option that is taken off there goes here at once, and comes back', async () => {
  expect(await send('service-options', 'u1;Адрес;')).toEqual(['taken']);
  expect(await options()).toBe(1);
  const before = await beside.provisions();
  expect(await send('service-options', 'u1;Адрес;да')).toEqual(['taken']);
  expect(await options()).toBe(0);
  expect(await beside.provisions()).toBeGreaterThan(before);
  expect(await send('service-options', 'u1;Адрес;да')).toEqual(['same']);
  expect(await send('service-options', 'u1;Адрес;')).toEqual(['taken']);
  expect(await options()).toBe(1);
  expect(await entries()).toBe(2);
});

test('the files of an import close nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-ends-'));
  await writeFile(join(folder, 'services.csv'), [HEADS.services, `${U1};19.11.2026`].join('\n'));
  expect((await beside.run('import', 'load', folder)).said).toContain('услугу закрывают здесь');
  expect((await service()).state).toBe('active');
});
