import { beforeEach, describe, expect, test } from 'vitest';
import { day, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { remindOfOneSuspension } from '#server/jobs/services/suspension.ts';
import { plainSpaces } from '../../../../test/portal/plain-spaces.ts';
import { refusal, Suspender, TERMS } from '../../../../test/portal/suspender.ts';

let suspender: Suspender;
const inDecember = async (...how: Parameters<typeof Suspender.inDecember>) => {
  suspender = await Suspender.inDecember(...how);
};

describe('an early return', () => {
  test('gives back a paid day, charges itself and the days that are left, at once', async () => {
    await inDecember('2026-12-11', {}, { free_days_a_year: 0 });
    await suspender.start('2026-12-11', '2026-12-25');
    await suspender.dayOf('2026-12-16');
    await suspender.portal.work();
    const told = await suspender.returnPreview();
    // Five roubles back, twenty for the return, sixteen days at ten.
    expect(told.body).toMatchObject({ charge_now: '175.00', switches_on: ['Интернет дома'], missing: '0.00' });
    const before = await suspender.balance();
    expect((await suspender.goBack()).body).toEqual(told.body);
    expect(before - (await suspender.balance())).toBe(175_00);
    expect(await suspender.state()).toBe('active');
    expect(await suspender.accessOwed()).toEqual(['open']);
    await suspender.dayOf('2026-12-26');
    expect(await suspender.lines('2026-12-17')).toEqual([]);
    expect(await suspender.faults()).toEqual([]);
  });

  test('keeps unused free days', async () => {
    await inDecember('2026-12-11', {}, { days_between: 0 });
    await suspender.start('2026-12-11', '2026-12-21');
    expect((await suspender.get()).free_left).toBe(0);
    await suspender.dayOf('2026-12-14');
    await suspender.goBack();
    expect((await suspender.get()).free_left).toBe(7);
  });

  test('on the first day costs only the prices of both', async () => {
    await inDecember('2026-12-11');
    const before = await suspender.balance();
    await suspender.start('2026-12-11', '2026-12-21');
    await suspender.goBack();
    expect(before - (await suspender.balance())).toBe(70_00);
    expect(await suspender.get()).toMatchObject({ free_left: 10, current: null });
  });

  test('is refused when the terms have none, and when there is nothing to return from', async () => {
    await inDecember('2026-12-11', {}, { early_return: null });
    expect(await refusal(suspender.goBack())).toEqual([409, 'change_not_allowed', 'Услуга не приостановлена']);
    await suspender.start('2026-12-11', '2026-12-21');
    const reason = 'Вернуться раньше срока нельзя. Услуга заработает 21 декабря';
    expect(plainSpaces((await suspender.get()).current?.return_reason)).toBe(reason);
    expect(await refusal(suspender.goBack())).toEqual([409, 'change_not_allowed', reason]);
    expect(await refusal(suspender.returnPreview())).toEqual([409, 'change_not_allowed', reason]);
  });

  test('that the account cannot pay for is previewed with the missing sum, and refused as a whole', async () => {
    await inDecember('2026-12-11', { balance: 310_00 }, { start_price: kopecks(0) });
    await suspender.start('2026-12-11', '2026-12-21');
    expect((await suspender.returnPreview()).body).toMatchObject({ missing: '20.00' });
    expect((await suspender.goBack()).body.code).toBe('not_enough_money');
    expect(await suspender.state()).toBe('paused 2026-12-21');
  });

  test('in hours closed by the access schedule returns the service to the schedule', async () => {
    await inDecember('2026-12-11');
    await suspender.portal.pool.query(`insert into access_schedule (user_id, is_on, rules) values ($1, true, '[]')`, [
      suspender.client.userId,
    ]);
    await suspender.start('2026-12-11', '2026-12-21');
    await suspender.goBack();
    expect(await suspender.state()).toBe('blocked schedule');
    expect(await suspender.accessOwed()).toEqual(['closed']);
  });

  test('follows the agreed terms, whatever they are now', async () => {
    await inDecember('2026-12-11');
    await suspender.start('2026-12-11', '2026-12-21');
    suspender.setTerms({ ...TERMS, early_return: { price: kopecks(999_00) }, day_price: kopecks(99_00) });
    expect((await suspender.returnPreview()).body.charge_now).toBe('230.00');
  });
});

describe('money that ends during paid days', () => {
  beforeEach(async () => {
    await inDecember('2026-12-11', { balance: 310_00 }, { free_days_a_year: 0, start_price: kopecks(0) });
    const { body: told } = await suspender.preview('2026-12-11', '2026-12-21');
    expect(plainSpaces(told.notes[0])).toContain('Если денег на платный день не хватит');
    await suspender.start('2026-12-11', '2026-12-21');
    await suspender.owes(19800, '2026-12-12');
  });

  test('becomes an ordinary debt: nothing more is charged, and an early return waits for the payment', async () => {
    // Of 205 roubles 198 and five are charged, two remain.
    await suspender.dayOf('2026-12-15');
    expect(await suspender.balance()).toBe(2_00);
    expect(await suspender.state()).toBe('paused 2026-12-21');
    expect(await suspender.titles()).toEqual(['На счёте не хватает денег']);
    expect(plainSpaces((await suspender.get()).current?.return_reason)).toContain('не хватает денег');
    expect((await refusal(suspender.goBack())).slice(0, 2)).toEqual([409, 'change_not_allowed']);
  });

  test('delays the day of return until it is paid, too', async () => {
    await suspender.dayOf('2026-12-21');
    expect(await suspender.state()).toBe('blocked debt');
    expect((await suspender.get()).current).toBeNull();
    expect(plainSpaces((await suspender.get()).reason)).toContain('Пополните');
  });
});

test('reminds the client a day before the paid days and a day before the return', async () => {
  await inDecember('2026-12-11');
  await suspender.portal.pool.query("update access_token set expires_at = '2028-01-01'");
  await suspender.start('2026-12-11', '2026-12-25');
  const evening = async (on: Day) => {
    await suspender.dayOf(on);
    await suspender.portal.work();
    return suspender.titles();
  };
  expect(await evening(day('2026-12-19'))).toEqual([]);
  const latest = async () =>
    (await suspender.portal.pool.query<{ body: string }>('select body from message order by message_id desc limit 1'))
      .rows[0]?.body;
  expect(await evening(day('2026-12-20'))).toEqual(['Бесплатные дни паузы кончаются']);
  expect(plainSpaces(await latest())).toContain('С 21 декабря каждый день паузы');
  expect(await evening(day('2026-12-23'))).toHaveLength(1);
  expect((await evening(day('2026-12-24'))).at(-1)).toBe('Услуга скоро вернётся');
  expect(plainSpaces(await latest())).toContain('снова заработает 25 декабря. В этот день спишем 70 ₽');
});

test('sends a reminder once, even if its job runs twice', async () => {
  await inDecember('2026-12-11');
  await suspender.start('2026-12-11', '2026-12-25');
  const { portal } = suspender;
  const { rows } = await portal.pool.query<{ id: number }>('select suspension_id::int as id from suspension');
  const remindTwice = async (of: 'return' | 'paid', eve: Day) => {
    await suspender.dayOf(eve);
    const reminder = { suspensionId: rows[0]?.id ?? 0, of, eve };
    for (let time = 0; time < 2; time += 1) await remindOfOneSuspension(portal.world, reminder);
  };
  await remindTwice('paid', day('2026-12-20'));
  await remindTwice('return', day('2026-12-24'));
  expect(await suspender.titles()).toEqual(['Бесплатные дни паузы кончаются', 'Услуга скоро вернётся']);
});

test('does not remind after an early return', async () => {
  await inDecember('2026-12-11');
  await suspender.start('2026-12-11', '2026-12-25');
  await suspender.dayOf('2026-12-15');
  await suspender.goBack();
  await suspender.dayOf('2026-12-24');
  await suspender.portal.work();
  expect(await suspender.titles()).toEqual([]);
});
