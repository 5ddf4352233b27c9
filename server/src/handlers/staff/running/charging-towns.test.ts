import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { day } from '@kabinet/contract/kernel/day';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { BesideBilling } from '../../../../test/portal/beside/beside-billing.ts';
import { TWO_TOWNS } from '../../../../test/portal/beside/two-towns.ts';

// A provider moves town by town (decision 0292).

let beside: BesideBilling;
beforeEach(async () => {
  beside = await BesideBilling.open({}, TWO_TOWNS);
});

const own = (...options: string[]) => beside.run('charge', 'own', ...options);
const external = (...options: string[]) => beside.run('charge', 'external', ...options);
const outside = async () =>
  (await beside.rows('select account_no from account where charged_outside order by 1')).map(
    (one) => one['account_no'],
  );
const charges = async (accountNo: string) =>
  (
    await beside.rows(`select service_from::text as day from ledger_entry join ledger_transaction using (transaction_id)
      join account using (account_id) where account_no = '${accountNo}' and ledger_transaction.kind = 'charge' order by 1`)
  ).map((one) => one['day']);

/** Noon of a day of November; the days up to it are charged. */
async function noonOf(date: number): Promise<void> {
  beside.portal.clock.set(new Date(Date.UTC(2026, 10, date, 8)));
  await chargeUpTo(beside.portal.world);
}
const at = (date: number) => {
  beside.portal.clock.set(new Date(Date.UTC(2026, 10, date, 8)));
};

test('the first town is charged here from tomorrow on, the rest goes on there', async () => {
  const rehearsed = await own('--town=Вольск', '--dry_run=yes');
  expect(rehearsed).toMatchObject({ code: 0 });
  expect(rehearsed.said).toContain('Перейдут: 1 договор');
  expect(rehearsed.said).toContain('Начислять будет кабинет с 21 ноября');
  expect(await outside()).toEqual(['A-1', 'A-2', 'A-3']);

  expect((await own('--town=Вольск')).said).toContain('Начисляет кабинет с 21 ноября');
  expect(await outside()).toEqual(['A-2', 'A-3']);
  await noonOf(22);
  expect(await charges('A-1')).toEqual(['2026-11-21', '2026-11-22']);
  expect(await charges('A-2')).toEqual([]);
  expect(await beside.rows('select from account where charged_outside and charged_through is not null')).toEqual([]);
  const status = await beside.run('charge', 'status');
  expect(status.said).toContain('Остальным: начисляет другая расчётная система (2 договора)');
  expect(status.said).toContain('Вольск: начисляет кабинет (1 договор)');
});

test('the second town follows from its own day on, days paid there are not charged again', async () => {
  await own('--town=Вольск');
  await noonOf(24);
  expect((await own('--town=Балаково')).said).toContain('Начисляет кабинет с 25 ноября');
  expect(await outside()).toEqual([]);
  await noonOf(26);
  expect(await charges('A-1')).toHaveLength(6);
  expect(await charges('A-2')).toEqual(['2026-11-25', '2026-11-26']);
  // Its month was paid to the other side up to 30 November.
  expect(await charges('A-3')).toEqual([]);
  at(30);
  await chargeUpTo(beside.portal.world, { until: day('2026-12-01') });
  expect(await charges('A-3')).toEqual(['2026-12-01']);
});

test('the day of the switch is still of the other side, also if our run is late, and so is a month that began there this day', async () => {
  await own('--town=Вольск');
  await noonOf(30);
  at(31);
  await own('--town=Балаково');
  await chargeUpTo(beside.portal.world);
  expect(await charges('A-1')).toContain('2026-12-01');
  expect(await charges('A-2')).toEqual([]);
  await noonOf(32);
  expect(await charges('A-2')).toEqual(['2026-12-02']);
  expect(await charges('A-3')).toEqual([]);
});

test('a town goes back: what is charged ahead is given back, and its payments are told to the other side', async () => {
  await own('--town=Балаково');
  await noonOf(21);
  await beside.rows(
    `update fee_charged set charged_until = '2026-11-21' where account_id = (select account_id from account where account_no = 'A-3')`,
  );
  await noonOf(23);
  const [before] = await beside.rows(`select balance_kopecks::int as sum from account where account_no = 'A-3'`);
  const back = await external('--town=Балаково');
  expect(back).toMatchObject({ code: 0 });
  expect(back.said).toContain('Начисляет другая расчётная система с 24 ноября');
  const [after] = await beside.rows(`select balance_kopecks::int as sum from account where account_no = 'A-3'`);
  // Of 600 roubles for thirty days it paid ten days ahead of the 21st; seven of them are left.
  expect(Number(after?.['sum']) - Number(before?.['sum'])).toBe(7 * 20_00);
  await noonOf(25);
  expect(await charges('A-2')).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
  await beside.run('payment', 'post', 'A-2', '50', '1', 'Наличные');
  expect((await beside.requests()).map(({ kind, contract_id: id }) => `${kind} ${id}`)).toEqual(['payment 7002']);
  expect((await beside.run('ledger', 'verify')).code).toBe(0);
});

test('money, screens and changes follow the contract', async () => {
  await own('--town=Вольск');
  await noonOf(21);
  await beside.run('payment', 'post', 'A-1', '50', '1', 'Наличные');
  await beside.run('payment', 'post', 'A-2', '50', '2', 'Наличные');
  expect((await beside.requests()).map(({ contract_id: id }) => id)).toEqual([7002]);
  const account = async (id: number) => (await beside.portal.send(contract.internetAccount.get, {}, id)).body;
  expect(await account(7001)).not.toHaveProperty('charged_elsewhere');
  expect(await account(7002)).toHaveProperty('charged_elsewhere', true);
  const [plan] = await beside.rows(`select plan_id from plan where name = 'Двести'`);
  const change = async (login: string, id: number) => {
    const { user_id } = await beside.serviceOf(login);
    const body = { user_id, plan_id: Number(plan?.['plan_id']), when: 'now' as const };
    return (await beside.portal.send(contract.plan.change, { body }, id)).status;
  };
  expect([await change('u1', 7001), await change('u2', 7002)]).toEqual([200, 200]);
  expect([(await beside.serviceOf('u1')).plan, (await beside.serviceOf('u2')).plan]).toEqual(['Двести', 'Сто']);
  expect((await beside.requests()).map(({ kind, contract_id: id }) => `${kind} ${id}`)).toEqual([
    'payment 7002',
    'plan 7002',
  ]);
  // The other side says nothing of what it does not charge, nor does anybody have to look at that.
  expect(await beside.told('balances', 'счёт;версия;остаток', 'A-1;1;5', 'A-2;1;5')).toEqual(['A-1 ours', 'A-2 taken']);
  expect(await beside.told('services', 'логин;версия;состояние', 'u1;1;debt', 'u2;1;debt')).toEqual([
    'u1 ours',
    'u2 taken',
  ]);
  expect((await beside.run('billing', 'conflicts')).said).toBe('Всё принято');
  expect((await beside.serviceOf('u1')).state).toBe('active');
});

test('the nearest source wins: of a contract, then of its town', async () => {
  await own('--town=Балаково');
  await external('--contract_id=7002');
  expect(await outside()).toEqual(['A-1', 'A-2']);
  await external('--town=Балаково');
  await own('--contract_id=7002');
  expect(await outside()).toEqual(['A-1', 'A-3']);
  expect((await own('--contract_id=7002')).said).toContain('ничего не изменилось');
});

test('while something waits the switch of a town is refused, and its rehearsal says why', async () => {
  await beside.run('payment', 'post', 'A-1', '50', '1', 'Наличные');
  const rehearsed = await own('--town=Вольск', '--dry_run=yes');
  expect(rehearsed.said).toContain('Откажет: С другой расчётной системой не решено: запросов о деньгах — 1.');
  expect((await own('--town=Вольск')).code).toBe(1);
  expect(await outside()).toEqual(['A-1', 'A-2', 'A-3']);
  // What waits of another town is no reason.
  expect((await own('--town=Балаково')).code).toBe(0);
  expect((await own('--town=Вольск', '--settle=да')).code).toBe(0);
});

test('a town is not given away while something of ours is under way in it', async () => {
  await own('--town=Балаково');
  at(22);
  const behind = await external('--town=Балаково');
  expect(behind).toMatchObject({ code: 1 });
  expect(behind.said).toContain('Здесь ещё не закончено: счетов, которым сегодня ещё не списано — 2.');
  await noonOf(22);
  await beside.run('charge', 'once', 'A-2', '100', 'Настройка', '1');
  expect((await external('--town=Балаково')).said).toContain('счетов с разовыми списаниями — 1.');
  expect((await external('--contract_id=7003')).code).toBe(0);
});

test('a town is not given away before an incident has given back what it promised', async () => {
  await own('--town=Балаково');
  await noonOf(22);
  await beside.run('incidents', 'publish', 'Обрыв кабеля', 'Балаково', '--free_minutes=60');
  await beside.run('incidents', 'publish', 'Работы', 'Балаково');
  expect((await external('--town=Балаково')).said).toContain('Здесь ещё не закончено: аварий с возвратом денег — 1.');
  const [incident] = await beside.rows('select incident_id from incident where free_minutes is not null');
  await beside.run('incidents', 'end', String(incident?.['incident_id']));
  await beside.portal.work();
  expect((await external('--town=Балаково')).code).toBe(0);
});

test('a contract does not move between sources by the way', async () => {
  await own('--town=Вольск');
  await noonOf(21);
  const move = (id: number) =>
    beside.run('contract', 'edit', String(id), 'заявление 5', '--town=Балаково', '--street=Факел', '--house=9');
  const refused = await move(7001);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.said).toContain('Балаково: там начисляет другая расчётная система');
  expect(refused.said).toContain('charge own --contract_id=7001');
  await expect(
    beside.rows(
      `update contract set town_id = (select town_id from town where name = 'Балаково') where contract_id = 7001`,
    ),
  ).rejects.toMatchObject({ constraint: 'contract_keeps_charging_source' });
  await own('--contract_id=7001');
  expect((await move(7001)).code).toBe(0);
  expect(await outside()).toEqual(['A-2', 'A-3']);
});

test('who names no town or contract that there is is told so', async () => {
  expect((await own('--town=Нигде')).code).toBe(1);
  expect((await own('--contract_id=1')).said).toContain('Такого договора нет');
  expect((await own('--town=Вольск', '--contract_id=7001')).said).toContain('Назовите или город, или договор');
});
