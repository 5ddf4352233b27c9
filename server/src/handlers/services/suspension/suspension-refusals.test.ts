import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import { addClient } from '../../../../test/portal/client.ts';
import { plainSpaces } from '../../../../test/portal/plain-spaces.ts';
import { refusal, Suspender, TERMS } from '../../../../test/portal/suspender.ts';

let suspender: Suspender;
const inDecember = async (...how: Parameters<typeof Suspender.inDecember>) => {
  suspender = await Suspender.inDecember(...how);
};

describe('is refused', () => {
  beforeEach(() => inDecember('2026-12-11'));

  test.each([
    ['2026-12-10', '2026-12-20', 'Этот день уже прошёл. Выберите сегодняшний или другой'],
    ['2026-12-11', '2026-12-13', 'Самый короткий срок — 3 дня'],
    ['2026-12-11', '2026-12-10', 'Самый короткий срок — 3 дня'],
    ['2026-12-11', '2027-02-10', 'Самый долгий срок — 60 дней'],
    ['2027-01-11', '2027-01-20', 'Начать можно не позже 10 января 2027'],
  ])('from %s to %s', async (from, until, message) => {
    const expected = [409, 'change_not_allowed', message];
    expect(await refusal(suspender.preview(from, until))).toEqual(expected);
    expect(await refusal(suspender.start(from, until))).toEqual(expected);
    expect((await suspender.portal.pool.query('select 1 from suspension')).rowCount).toBe(0);
  });

  test.each([
    ['connecting', null, 'ещё подключают'],
    ['paused', null, 'уже на паузе'],
    ['blocked', 'debt', 'не хватает денег'],
    ['blocked', 'operator', 'закрыл провайдер'],
    ['blocked', 'abuse', 'рассылки'],
    ['blocked', 'repair', 'Идёт ремонт'],
  ])('in the situation «%s %s», with the reason', async (state, reason, words) => {
    await suspender.portal.pool.query('update service_user set state = $1, reason = $2 where user_id = $3', [
      state,
      reason,
      suspender.client.userId,
    ]);
    const said = await suspender.get();
    expect([said.available, plainSpaces(said.reason)]).toEqual([false, expect.stringContaining(words)]);
    expect(await refusal(suspender.start('2026-12-11', '2026-12-21'))).toEqual([
      409,
      'change_not_allowed',
      plainSpaces(said.reason),
    ]);
  });

  test('while another is planned', async () => {
    await suspender.start('2026-12-15', '2026-12-21');
    expect(plainSpaces((await suspender.get()).reason)).toBe('Пауза уже назначена на 15 декабря');
    expect((await suspender.start('2026-12-11', '2026-12-21')).body.code).toBe('change_not_allowed');
  });

  test('too soon after the last one, with the first possible day; a later day may be planned', async () => {
    await suspender.start('2026-12-11', '2026-12-15');
    await suspender.dayOf('2026-12-16');
    const reason = 'После прошлого раза должно пройти 14 дней. Приостановить можно с 29 декабря';
    const said = await suspender.get();
    expect(said).toMatchObject({ available: true, available_from: '2026-12-29' });
    expect(plainSpaces(said.reason)).toBe(reason);
    expect(await refusal(suspender.start('2026-12-28', '2027-01-10'))).toEqual([409, 'change_not_allowed', reason]);
    suspender.setTerms({ ...TERMS, days_ahead: 5 });
    expect(await suspender.get()).toMatchObject({ available: false, available_from: '2026-12-29' });
    suspender.setTerms(TERMS);
    expect((await suspender.start('2026-12-29', '2027-01-10')).status).toBe(200);
  });

  test('without money for the start, with the missing sum', async () => {
    suspender.setTerms({ ...TERMS, start_price: kopecks(5000_00) });
    expect((await suspender.preview('2026-12-11', '2026-12-21')).body).toMatchObject({ missing: '4100.00' });
    expect((await suspender.start('2026-12-11', '2026-12-21')).body.code).toBe('not_enough_money');
    expect(await suspender.state()).toBe('active');
  });

  test('cancelling it after it has begun', async () => {
    await suspender.start('2026-12-11', '2026-12-21');
    expect(await refusal(suspender.cancel())).toEqual([
      409,
      'change_not_allowed',
      'Услуга уже приостановлена. Её можно возобновить',
    ]);
  });

  test('the second of two windows, and nothing is charged twice', async () => {
    const { version } = await suspender.get();
    const both = await Promise.all([
      suspender.start('2026-12-11', '2026-12-21', { version }),
      suspender.start('2026-12-11', '2026-12-25', { version }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('changed_meanwhile');
    expect((await suspender.goBack(version)).body.code).toBe('changed_meanwhile');
    expect(await suspender.lines('2026-12-11')).toHaveLength(2);
  });

  test('for another’s service, like one that does not exist', async () => {
    const { contractId } = await addClient(suspender.portal.world, { contractId: 200_002 });
    const asked = suspender.dates('2026-12-11', '2026-12-21');
    for (const call of [contract.suspension.preview, contract.suspension.start]) {
      expect((await suspender.portal.send(call, asked, contractId)).status).toBe(404);
    }
    for (const call of [contract.suspension.cancel, contract.suspension.returnPreview, contract.suspension.return]) {
      expect((await suspender.portal.send(call, suspender.own(), contractId)).status).toBe(404);
    }
    expect(
      (await suspender.portal.send(contract.suspension.get, { params: { id: suspender.client.userId } }, contractId))
        .status,
    ).toBe(404);
  });

  test('for a mailbox, like for a service that does not exist', async () => {
    await suspender.becomes('mail');
    expect((await suspender.start('2026-12-11', '2026-12-21')).status).toBe(404);
  });
});
