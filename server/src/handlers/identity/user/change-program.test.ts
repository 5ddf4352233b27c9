import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { plainSpaces } from '../../../../test/portal/plain-spaces.ts';
import { PROGRAM, programActionsOf, userOf } from '../../../../test/portal/programs.ts';

const WHO = 100_001;

let portal: TestPortal;
let id: number;
let tvId: number;
let internet: ReturnType<typeof programActionsOf>;
let tv: ReturnType<typeof programActionsOf>;
beforeEach(async () => {
  portal = await testPortal();
  [id, tvId] = await Promise.all([userOf(portal, 'internet', WHO), userOf(portal, 'tv', WHO)]);
  [internet, tv] = [programActionsOf(portal, id, WHO), programActionsOf(portal, tvId, WHO)];
});

const balance = async () => (await portal.send(contract.internetAccount.get, {}, WHO)).body.balance;
/** The programs in the network. */
async function inNetwork() {
  const state = await portal.world.outside.network.read({ userId: id }, 'internet');
  return state && 'programs' in state ? state.programs : undefined;
}
const books = () => portal.world.db.read(verifyLedger);

describe('a switch', () => {
  test('on is charged for the days that are left, stores the consent to its terms, and reaches the network', async () => {
    const told = await internet.preview(PROGRAM.antivirus, 'on');
    expect((await internet.one(PROGRAM.antivirus)).control.status).toBe('off');
    const { status, body } = await internet.change(PROGRAM.antivirus, 'on');
    expect([status, body]).toEqual([200, told.body]);
    // Eleven days of thirty of 99 roubles.
    expect(body).toMatchObject({ charge_now: '36.30', switches_on: ['Антивирус на 3 устройства'], user_id: null });
    const { rows: consents } = await portal.pool.query(
      `select text_hash = sha256(convert_to(terms, 'UTF8')) as is_the_text from consent join program
       on subject = 'program:' || program_id where program_id = $1`,
      [PROGRAM.antivirus],
    );
    expect(consents).toEqual([{ is_the_text: true }]);
    expect((await internet.one(PROGRAM.antivirus)).is_applied).toBe(false);
    await portal.work();
    expect((await internet.one(PROGRAM.antivirus)).is_applied).toBe(true);
    expect(await inNetwork()).toEqual([PROGRAM.static, PROGRAM.antivirus]);
    expect(await books()).toEqual([]);
  });

  test('a repeat succeeds and is charged once', async () => {
    await internet.change(PROGRAM.antivirus, 'on');
    const after = await balance();
    const again = await internet.change(PROGRAM.antivirus, 'on');
    expect([again.status, again.body.charge_now, again.body.parts]).toEqual([200, '0.00', []]);
    expect(await balance()).toBe(after);
    await internet.change(PROGRAM.antivirus, 'off');
    const done = { charge_now: '0.00', parts: [], switches_off: [] };
    expect((await internet.change(PROGRAM.antivirus, 'off')).body).toMatchObject(done);
    await internet.change(PROGRAM.static, 'off');
    expect((await internet.change(PROGRAM.static, 'off')).body).toMatchObject(done);
    const { rowCount } = await portal.pool.query('select from consent where subject = $1', [
      `program:${PROGRAM.antivirus}`,
    ]);
    expect(rowCount).toBe(1);
  });

  test('within ten minutes is taken back completely, later it ends with its paid period', async () => {
    const before = await balance();
    // What others have had back on this day is theirs.
    await portal.pool.query(`
      update fee_charged set charged_from = '2026-11-20', charged_until = '2026-11-20'
      where account_id not in (select account_id from account where contract_id = ${WHO})`);
    expect((await internet.change(PROGRAM.antivirus, 'on')).body.undo_until).toBe('2026-11-20T10:15:00.000Z');
    expect((await internet.one(PROGRAM.antivirus)).undo_until).toBe('2026-11-20T10:15:00.000Z');
    await portal.work();
    portal.clock.advance(9 * 60_000);
    const told = await internet.preview(PROGRAM.antivirus, 'off');
    const back = await internet.change(PROGRAM.antivirus, 'off');
    expect(back.body).toEqual(told.body);
    expect(back.body).toMatchObject({ from: '2026-11-20', charge_now: '-36.30' });
    expect(await balance()).toBe(before);
    await portal.work();
    expect(await inNetwork()).toEqual([PROGRAM.static]);
    // Whoever has had his money back once has no second return on this day.
    expect((await internet.change(PROGRAM.antivirus, 'on')).body.undo_until).toBeNull();
    portal.clock.advance(10 * 60_000);
    expect((await internet.one(PROGRAM.antivirus)).undo_until).toBeNull();
    expect((await internet.change(PROGRAM.antivirus, 'off')).body).toMatchObject({
      from: '2026-12-01',
      charge_now: '0.00',
    });
    expect((await internet.one(PROGRAM.antivirus)).control).toMatchObject({
      status: 'off_pending',
      text: 'Отключится 1\u00a0декабря',
    });
    const kept = (await internet.change(PROGRAM.antivirus, 'on')).body;
    expect(kept).toMatchObject({ charge_now: '0.00', undo_until: null });
    expect((await internet.one(PROGRAM.antivirus)).control.status).toBe('on');
    expect(await books()).toEqual([]);
  });

  test('off ends at once what is not paid for any more', async () => {
    await portal.pool.query(`
      update user_program set switched_at = null where user_id = ${id};
      update fee_charged set charged_from = '2026-11-01', charged_until = '2026-11-11' where what = '${id}:program-${PROGRAM.static}'`);
    const { body } = await internet.change(PROGRAM.static, 'off');
    expect(body).toMatchObject({ from: '2026-11-20', charge_now: '0.00' });
    expect((await internet.one(PROGRAM.static)).control.status).toBe('off');
    // Nor what is free.
    await portal.pool.query('update program set price_kopecks = 0 where program_id = $1', [PROGRAM.second]);
    await internet.change(PROGRAM.second, 'on');
    portal.clock.advance(11 * 60_000);
    expect((await internet.change(PROGRAM.second, 'off')).body.from).toBe('2026-11-20');
  });

  test('just before midnight can be taken back until midnight', async () => {
    portal.clock.set(new Date('2026-11-20T19:55:00Z'));
    await internet.change(PROGRAM.antivirus, 'on');
    expect((await internet.one(PROGRAM.antivirus)).undo_until).toBe('2026-11-20T20:00:00.000Z');
    portal.clock.advance(6 * 60_000);
    expect((await internet.change(PROGRAM.antivirus, 'off')).body.from).toBe('2026-12-01');
  });

  test('off before its beginning is free; a program that is off by then is not charged', async () => {
    await portal.pool.query(
      `insert into user_program (user_id, program_id, status, changes_on) values ($1, $2, 'on_pending', '2026-12-01')`,
      [id, PROGRAM.antivirus],
    );
    expect((await internet.one(PROGRAM.antivirus)).control).toMatchObject({
      status: 'on_pending',
      text: 'Включится 1\u00a0декабря',
    });
    expect((await internet.change(PROGRAM.antivirus, 'off')).body).toMatchObject({
      from: '2026-11-20',
      charge_now: '0.00',
    });
    expect((await internet.one(PROGRAM.antivirus)).control.status).toBe('off');
  });

  test('off also ends programs that need it, and the preview says so', async () => {
    await tv.change(PROGRAM.cinema, 'on');
    portal.clock.advance(11 * 60_000);
    await tv.change(PROGRAM.cinema4k, 'on');
    expect((await tv.preview(PROGRAM.trial, 'off')).body.switches_off).toEqual(['Спорт: знакомство']);
    const told = await tv.preview(PROGRAM.cinema, 'off');
    expect(told.body).toMatchObject({ from: '2026-12-01', switches_off: ['Кино', 'Кино 4K'] });
    expect((await tv.change(PROGRAM.cinema, 'off')).body).toEqual(told.body);
    expect((await tv.one(PROGRAM.cinema4k)).control).toMatchObject({ status: 'locked' });
    expect(plainSpaces((await tv.one(PROGRAM.cinema4k)).control.text)).toBe(
      'Отключится 1 декабря. Сначала оставьте «Кино»: без этой услуги не работает',
    );
    expect((await tv.change(PROGRAM.cinema4k, 'on')).body.code).toBe('change_not_allowed');
    await tv.change(PROGRAM.cinema, 'on');
    expect((await tv.one(PROGRAM.cinema4k)).control.status).toBe('off_pending');
  });

  test('that was pending is made by the run, and the network is told', async () => {
    await portal.pool.query(`update user_program set switched_at = null where user_id = $1`, [id]);
    expect((await internet.change(PROGRAM.static, 'off')).body.from).toBe('2026-12-01');
    portal.clock.set(new Date('2026-12-01T02:00:00Z'));
    await chargeUpTo(portal.world);
    expect((await internet.one(PROGRAM.static)).control.status).toBe('off');
    await portal.work();
    expect(await inNetwork()).toEqual([]);
  });
});
