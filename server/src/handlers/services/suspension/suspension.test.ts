import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import { Suspender, TERMS } from '../../../../test/portal/suspender.ts';

const KEY = '00000000-0000-4000-8000-000000000001';

let suspender: Suspender;
const inDecember = async (...how: Parameters<typeof Suspender.inDecember>) => {
  suspender = await Suspender.inDecember(...how);
};

test('shows terms, what is possible and the remaining free days before', async () => {
  await inDecember('2026-12-11');
  expect(await suspender.get()).toMatchObject({
    terms: { ...TERMS, day_price: '5.00', start_price: '50.00', early_return: { price: '20.00' } },
    available: true,
    reason: null,
    available_from: '2026-12-11',
    latest_from: '2027-01-10',
    free_left: 10,
    current: null,
  });
});

test("is neither offered nor possible without the provider's terms", async () => {
  await inDecember('2026-12-11');
  suspender.setTerms(undefined);
  expect(await suspender.get()).toMatchObject({ terms: null, available: false, free_left: 0 });
  expect((await suspender.start('2026-12-11', '2026-12-21')).body.code).toBe('change_not_allowed');
  expect(await suspender.state()).toBe('active');
});

test('from today: returns days charged ahead, charges the start, and the network closes', async () => {
  await inDecember('2026-12-11');
  const told = await suspender.preview('2026-12-11', '2026-12-25');
  expect(told.body).toMatchObject({
    // Twenty-one days at ten roubles less the start.
    charge_now: '-160.00',
    days: 14,
    free_days: 10,
    paid_days: 4,
    paid: [{ from: '2026-12-21', until: '2026-12-25' }],
    days_cost: '20.00',
    start_price: '50.00',
    on_start: null,
    on_return: { day: '2026-12-25', amount: '70.00' },
    switches_off: ['Интернет дома'],
  });
  expect(await suspender.state()).toBe('active');
  expect((await suspender.start('2026-12-11', '2026-12-25')).body).toEqual(told.body);
  expect(await suspender.state()).toBe('paused 2026-12-25');
  expect(await suspender.balance()).toBe(690_00 + 160_00);
  expect(await suspender.accessOwed()).toEqual(['closed']);
  expect((await suspender.get()).current).toMatchObject({ state: 'active', is_applied: false, return_reason: null });
  await suspender.portal.work();
  expect((await suspender.get()).current).toMatchObject({ is_applied: true });
  expect(await suspender.faults()).toEqual([]);
});

test('whose days cost nothing has no paid days, however long it is', async () => {
  await inDecember('2026-12-11', {}, { day_price: kopecks(0) });
  const { body: told } = await suspender.preview('2026-12-11', '2026-12-31');
  expect(told).toMatchObject({ days: 20, paid_days: 0, paid: [], days_cost: '0.00' });
});

test.each(['tv', 'sip'] as const)('%s is suspended and returns by the same terms', async (kind) => {
  await inDecember('2026-12-11');
  await suspender.becomes(kind);
  const told = await suspender.preview('2026-12-11', '2026-12-25');
  expect(told.body).toMatchObject({ charge_now: '-160.00', paid_days: 4, switches_off: ['Интернет дома'] });
  expect((await suspender.start('2026-12-11', '2026-12-25')).body).toEqual(told.body);
  expect(await suspender.state()).toBe('paused 2026-12-25');
  expect(await suspender.accessOwed()).toEqual(['closed']);
  await suspender.dayOf('2026-12-14');
  const back = await suspender.returnPreview();
  expect((await suspender.goBack()).body).toEqual(back.body);
  expect(await suspender.state()).toBe('active');
  expect(await suspender.accessOwed()).toEqual(['open']);
  expect(await suspender.faults()).toEqual([]);
});

test('a repeat with the same key happens once', async () => {
  await inDecember('2026-12-11');
  const asked = suspender.dates('2026-12-11', '2026-12-25');
  const send = () =>
    suspender.portal.send(contract.suspension.start, asked, suspender.client.contractId, { 'idempotency-key': KEY });
  const [first, again] = [await send(), await send()];
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(await suspender.lines('2026-12-11')).toHaveLength(2);
});

test('charges days beyond the free ones one by one, and the return charges the days that are left', async () => {
  await inDecember('2026-12-11');
  await suspender.start('2026-12-11', '2026-12-25');
  await suspender.dayOf('2026-12-20');
  expect(await suspender.lines('2026-12-12')).toEqual([]);
  await suspender.dayOf('2026-12-27');
  const paid = 'Приостановление «Интернет дома»';
  expect(await suspender.lines('2026-12-12')).toEqual([
    ['2026-12-21', -5_00, paid],
    ['2026-12-22', -5_00, paid],
    ['2026-12-23', -5_00, paid],
    ['2026-12-24', -5_00, paid],
    ['2026-12-25', -70_00, 'Интернет «Тест»'],
  ]);
  expect(await suspender.state()).toBe('active');
  expect(await suspender.get()).toMatchObject({ current: null, free_left: 0 });
  expect(await suspender.faults()).toEqual([]);
});

test('counts each free day once, by calendar year', async () => {
  await inDecember('2026-12-11');
  const { body: told } = await suspender.preview('2026-12-18', '2027-01-15');
  expect(told.paid).toEqual([
    { from: '2026-12-28', until: '2027-01-01' },
    { from: '2027-01-11', until: '2027-01-15' },
  ]);
  expect(told).toMatchObject({ free_days: 20, paid_days: 8, days_cost: '40.00' });
  await suspender.start('2026-12-18', '2027-01-15');
  expect((await suspender.get()).free_left).toBe(0);
  await suspender.dayOf('2027-01-31');
  expect((await suspender.get()).free_left).toBe(0);
  expect((await suspender.lines('2026-12-19')).filter(([, , text]) => text.startsWith('Прио'))).toHaveLength(8);
});

test('a late run begins, charges and ends it on the agreed days', async () => {
  await inDecember('2026-12-05', {}, { free_days_a_year: 2 });
  await suspender.start('2026-12-08', '2026-12-12');
  await suspender.dayOf('2026-12-14');
  expect(await suspender.state()).toBe('active');
  expect(await suspender.lines('2026-12-06')).toEqual([
    ['2026-12-08', 240_00, 'Возврат: Интернет «Тест»'],
    ['2026-12-08', -50_00, 'Приостановление «Интернет дома»: начало'],
    ['2026-12-10', -5_00, 'Приостановление «Интернет дома»'],
    ['2026-12-11', -5_00, 'Приостановление «Интернет дома»'],
    ['2026-12-12', -200_00, 'Интернет «Тест»'],
  ]);
  expect(await suspender.faults()).toEqual([]);
});
