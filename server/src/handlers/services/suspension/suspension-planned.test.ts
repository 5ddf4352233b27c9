import { describe, expect, test } from 'vitest';
import { plainSpaces } from '../../../../test/portal/plain-spaces.ts';
import { Suspender } from '../../../../test/portal/suspender.ts';

let suspender: Suspender;
const inDecember = async (...how: Parameters<typeof Suspender.inDecember>) => {
  suspender = await Suspender.inDecember(...how);
};

describe('a suspension from a later day', () => {
  test('begins in the run of that day, with the previewed sums', async () => {
    await inDecember('2026-12-05');
    const { body: told } = await suspender.start('2026-12-11', '2026-12-21');
    expect(told).toMatchObject({
      charge_now: '0.00',
      parts: [],
      switches_off: [],
      on_start: { day: '2026-12-11', amount: '-160.00' },
      on_return: { day: '2026-12-21', amount: '110.00' },
    });
    expect(await suspender.state()).toBe('active');
    expect((await suspender.get()).current).toMatchObject({
      state: 'planned',
      from: '2026-12-11',
      until: '2026-12-21',
    });
    await suspender.dayOf('2026-12-10');
    expect(await suspender.state()).toBe('active');
    await suspender.dayOf('2026-12-11');
    expect(await suspender.state()).toBe('paused 2026-12-21');
    expect(await suspender.accessOwed()).toEqual(['closed']);
    expect(await suspender.titles()).toEqual(['Услуга приостановлена']);
    expect(await suspender.balance()).toBe(690_00 + 160_00);
    expect(await suspender.faults()).toEqual([]);
  });

  test('shortens an earlier charge', async () => {
    await inDecember('2026-12-25');
    await suspender.start('2027-01-11', '2027-01-21');
    await suspender.dayOf('2027-01-01');
    expect(await suspender.lines('2027-01-01')).toEqual([['2027-01-01', -100_00, 'Интернет «Тест»']]);
    await suspender.dayOf('2027-01-21');
    expect(await suspender.lines('2027-01-02')).toEqual([
      ['2027-01-11', -50_00, 'Приостановление «Интернет дома»: начало'],
      ['2027-01-21', -110_00, 'Интернет «Тест»'],
    ]);
  });

  test('can be cancelled repeatedly at no cost', async () => {
    await inDecember('2026-12-05');
    await suspender.start('2026-12-11', '2026-12-21');
    const { version } = await suspender.get();
    expect((await suspender.cancel()).body).toEqual({ cancelled: true });
    expect((await suspender.cancel()).body).toEqual({ cancelled: false });
    // What another window was told before does not hold any more.
    expect((await suspender.start('2026-12-06', '2026-12-16', { version })).body.code).toBe('changed_meanwhile');
    expect(await suspender.get()).toMatchObject({ current: null, available: true, free_left: 10 });
    await suspender.dayOf('2026-12-22');
    expect(await suspender.state()).toBe('active');
    expect(await suspender.lines('2026-12-06')).toEqual([]);
  });

  test('after a cancellation the days of a shortened charge are charged', async () => {
    await inDecember('2026-12-25');
    await suspender.start('2027-01-11', '2027-01-21');
    await suspender.dayOf('2027-01-05');
    await suspender.cancel();
    await suspender.dayOf('2027-01-12');
    expect((await suspender.lines('2027-01-02')).map((line) => line.slice(0, 2))).toEqual([['2027-01-11', -210_00]]);
  });

  test('does not begin in a debt: the client is told, and nothing of it is charged', async () => {
    await inDecember('2026-12-25', { balance: 400_00 });
    await suspender.start('2027-01-11', '2027-01-21');
    await suspender.owes(50000, '2027-01-05');
    await suspender.dayOf('2027-01-12');
    expect(await suspender.state()).toBe('blocked debt');
    expect((await suspender.titles()).at(-1)).toBe('Услуга не приостановлена');
    expect((await suspender.get()).current).toBeNull();
    expect(
      (await suspender.portal.pool.query(`select 1 from one_time_charge where what like 'suspension%'`)).rowCount,
    ).toBe(0);
  });

  test('nor in a debt of the account while the schedule blocks the service', async () => {
    await inDecember('2026-12-25', { balance: 400_00 });
    await suspender.start('2027-01-11', '2027-01-21');
    await suspender.portal.pool.query(
      `update service_user set state = 'blocked', reason = 'schedule' where user_id = $1`,
      [suspender.client.userId],
    );
    await suspender.owes(500_00, '2027-01-05');
    await suspender.dayOf('2027-01-12');
    expect(await suspender.state()).toBe('blocked schedule');
    expect((await suspender.titles()).at(-1)).toBe('Услуга не приостановлена');
  });

  test('nor when we have closed the service ourselves, which stays closed', async () => {
    await inDecember('2026-12-05');
    await suspender.start('2026-12-11', '2026-12-21');
    await suspender.portal.pool.query(
      `update service_user set state = 'blocked', reason = 'operator' where user_id = $1`,
      [suspender.client.userId],
    );
    await suspender.dayOf('2026-12-22');
    expect(await suspender.state()).toBe('blocked operator');
    expect((await suspender.titles()).at(-1)).toBe('Услуга не приостановлена');
  });

  test('a plan planned meanwhile starts on its day, and the service returns with it', async () => {
    await inDecember('2026-12-25');
    await suspender.portal.pool.query(
      `with p as (insert into plan (service_kind, name, summary, price_kopecks) values ('internet', 'Быстрый', '', 62000) returning plan_id)
       insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
       select $1, plan_id, '2027-01-01', 'planned', 'client', now() from p`,
      [suspender.client.userId],
    );
    const { body: told } = await suspender.start('2026-12-28', '2027-01-11');
    expect(told.notes.map(plainSpaces)).toEqual([
      '1 января 2027 тариф сменится на «Быстрый»: услуга вернётся уже с ним',
    ]);
    expect(told.on_return).toMatchObject({ day: '2027-01-11', amount: '420.00' });
    await suspender.dayOf('2027-01-11');
    expect((await suspender.lines('2026-12-29')).at(-1)).toEqual(['2027-01-11', -420_00, 'Интернет «Быстрый»']);
  });
});
