import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
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

describe('the list of programs', () => {
  test('is in display order under its heading; what is not allowed has a reason and a possible day', async () => {
    const list = await internet.drawn();
    expect(
      list.map(({ programm_id, group, badge, price_text, control }) => [
        programm_id,
        group,
        badge,
        plainSpaces(price_text),
        control.status,
        plainSpaces(control.text),
      ]),
    ).toEqual([
      [PROGRAM.static, 'Адрес в сети', null, '150 ₽ в месяц', 'on', ''],
      [PROGRAM.second, 'Адрес в сети', null, '100 ₽ в месяц', 'off', ''],
      [PROGRAM.antivirus, 'Безопасность', 'Выбирают чаще', '99 ₽ в месяц', 'off', ''],
      [PROGRAM.cloud, 'Безопасность', null, '149 ₽ в месяц', 'locked', 'Включить можно с 1 декабря'],
    ]);
    expect(list[3]!.control.possible_from).toBe('2026-12-01');
    expect(list[2]).toMatchObject({ affordable: true, missing_amount: '0.00', is_applied: true, undo_until: null });
  });

  test('the allowed list has exactly what can be switched', async () => {
    const { body } = await portal.send(contract.user.allowedPrograms, { params: { id } }, WHO);
    expect(body.map(({ programm_id, price, control }) => [programm_id, price, control.status])).toEqual([
      [PROGRAM.static, '150.00', 'on'],
      [PROGRAM.second, '100.00', 'off'],
      [PROGRAM.antivirus, '99.00', 'off'],
    ]);
  });

  test('a program needs or excludes another', async () => {
    expect(plainSpaces((await tv.one(PROGRAM.cinema4k)).control.text)).toBe(
      'Сначала включите «Кино»: без этой услуги не работает',
    );
    expect(plainSpaces((await tv.one(PROGRAM.sport)).control.text)).toBe(
      'Не сочетается с «Спорт: знакомство». Сначала отключите её',
    );
    await portal.pool.query(
      `update user_program set status = 'off_pending', changes_on = '2026-12-01' where user_id = $1 and program_id = $2`,
      [tvId, PROGRAM.trial],
    );
    expect((await tv.one(PROGRAM.sport)).control).toMatchObject({ status: 'locked', possible_from: '2026-12-01' });
  });

  test('an archived program is listed only if it is the current one, and says what its end means', async () => {
    expect(await tv.one(PROGRAM.knowledge)).toBeUndefined();
    await portal.pool.query(`insert into user_program (user_id, program_id, status) values ($1, $2, 'on')`, [
      tvId,
      PROGRAM.knowledge,
    ]);
    expect(await tv.one(PROGRAM.knowledge)).toMatchObject({
      badge: 'В архиве',
      control: { status: 'on', text: 'В архиве: если отключите, вернуть не получится' },
    });
  });

  test('the missing sum equals that of the preview', async () => {
    await portal.pool.query(
      `insert into one_time_charge (account_id, what, text, amount_kopecks, day)
       select account_id, 'document:1', 'Выезд мастера', balance_kopecks - 500, '2026-11-20' from account
       where contract_id = ${WHO} and kind = 'i'`,
    );
    await tv.change(PROGRAM.trial, 'off');
    expect(await balance()).toBe('5.00');
    const row = await internet.one(PROGRAM.antivirus);
    const told = await internet.preview(PROGRAM.antivirus, 'on');
    expect(row).toMatchObject({ affordable: false, missing_amount: told.body.missing });
    const refused = await internet.change(PROGRAM.antivirus, 'on');
    expect([refused.status, refused.body.code]).toEqual([409, 'not_enough_money']);
    expect(plainSpaces(refused.body.message)).toContain('Не хватает 32 ₽');
    expect((await internet.one(PROGRAM.antivirus)).control.status).toBe('off');
    // To keep what is paid already costs nothing.
    await portal.pool.query(
      `update user_program set status = 'off_pending', changes_on = '2026-12-01' where user_id = $1`,
      [id],
    );
    expect(await internet.one(PROGRAM.static)).toMatchObject({ affordable: true, missing_amount: '0.00' });
  });
});

test('in debt nothing is charged until the debt is paid', async () => {
  const user = await userOf(portal, 'internet', 100_002);
  const body = { user_id: user, programm_id: PROGRAM.antivirus, status: 'on' as const };
  const row = await programActionsOf(portal, user, 100_002).one(PROGRAM.antivirus);
  expect(row).toMatchObject({ affordable: false, control: { status: 'off' } });
  const told = await portal.send(contract.user.changeProgram, { body }, 100_002);
  expect(told.body).toMatchObject({ charge_now: '0.00', missing: row.missing_amount });
});

describe('terms', () => {
  const info = (program: number, user = id) =>
    portal.send(contract.userProgram.info, { params: { id: user }, query: { programm_id: program } }, WHO);

  test('are the operator’s, without what could run in a browser', async () => {
    await portal.pool.query(
      `update program set terms = '<p onclick="x()">Условия<script>alert(1)</script></p>',
       description = '<style>p{}</style><p>Что это</p>' where program_id = $1`,
      [PROGRAM.antivirus],
    );
    expect((await info(PROGRAM.antivirus)).body).toEqual({
      offerta: '<p>Условия</p>',
      programm_description: '<p>Что это</p>',
    });
  });

  test('of a program of another kind, or of another’s service, are not found', async () => {
    expect((await info(PROGRAM.cinema)).status).toBe(404);
    expect((await info(PROGRAM.antivirus, await userOf(portal, 'internet', 100_002))).status).toBe(404);
  });
});

describe('is refused', () => {
  test.each([
    ['paused', null, 'на паузе'],
    ['connecting', null, 'подключить'],
    ['blocked', 'operator', 'закрыл провайдер'],
    ['blocked', 'abuse', 'вредной рассылки'],
  ] as const)('on a service that is %s %s, and the list says so before', async (state, reason, words) => {
    await portal.pool.query(
      `update service_user set state = $2, reason = $3, returns_on = case $2 when 'paused' then date '2026-12-05' end where user_id = $1`,
      [id, state, reason],
    );
    const row = await internet.one(PROGRAM.antivirus);
    expect(row.control.status).toBe('locked');
    expect(row.control.possible_from).toBe(state === 'paused' ? '2026-12-05' : null);
    for (const answer of [
      await internet.preview(PROGRAM.antivirus, 'on'),
      await internet.change(PROGRAM.antivirus, 'on'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'change_not_allowed']);
      expect(answer.body.message).toBe(row.control.text);
      expect(answer.body.message).toContain(words);
    }
    // Ending something is never refused.
    expect((await internet.one(PROGRAM.static)).control.status).toBe('on');
    expect((await internet.change(PROGRAM.static, 'off')).status).toBe(200);
  });

  test('on a closed service, which is shown locked', async () => {
    await portal.pool.query(`update service_user set state = 'closed', closed_on = '2026-11-19' where user_id = $1`, [
      id,
    ]);
    const isLocked = async () => (await internet.drawn()).every(({ control }) => control.status === 'locked');
    const refusal = { code: 'change_not_allowed', message: 'Услуга закрыта' };
    expect(await isLocked()).toBe(true);
    expect((await internet.change(PROGRAM.static, 'off')).body).toMatchObject(refusal);
    await portal.pool.query(
      `update user_program set status = 'off_pending', changes_on = '2026-12-01' where user_id = $1`,
      [id],
    );
    expect(await isLocked()).toBe(true);
    expect((await internet.change(PROGRAM.static, 'on')).body).toMatchObject(refusal);
  });

  test('when its day, another program or the archive locks it', async () => {
    expect(plainSpaces((await internet.change(PROGRAM.cloud, 'on')).body.message)).toBe('Включить можно с 1 декабря');
    expect(plainSpaces((await tv.change(PROGRAM.sport, 'on')).body.message)).toContain('Не сочетается');
    expect((await tv.change(PROGRAM.knowledge, 'on')).body).toMatchObject({
      code: 'change_not_allowed',
      message: 'Эту услугу больше не подключаем',
    });
  });

  test('for a program of another kind, an unknown one, and a service of another or of nobody', async () => {
    for (const program of [PROGRAM.cinema, 1252, 999_999])
      expect((await internet.change(program, 'on')).status).toBe(404);
    const foreign = await userOf(portal, 'internet', 100_002);
    for (const user of [foreign, 999_999_999]) {
      expect((await programActionsOf(portal, user, WHO).change(PROGRAM.antivirus, 'on')).status).toBe(404);
      expect((await programActionsOf(portal, user, WHO).preview(PROGRAM.antivirus, 'on')).status).toBe(404);
      for (const call of [contract.user.allowedPrograms, contract.user.allowedDrawPrograms])
        expect((await portal.send(call, { params: { id: user } }, WHO)).status).toBe(404);
    }
  });

  test('the second of two decisions on one state, unless it wants the same', async () => {
    const { version } = await internet.one(PROGRAM.antivirus);
    const answers = await Promise.all([
      internet.change(PROGRAM.antivirus, 'on', { version }),
      internet.change(PROGRAM.second, 'on', { version }),
      internet.change(PROGRAM.antivirus, 'on', { version }),
    ]);
    const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code));
    expect(codes).toContain('changed_meanwhile');
    expect(codes).toContain('done');
    const { rows } = await portal.pool.query(`select reference from ledger_transaction where reference like $1`, [
      `charge:${id}:program-%:2026-11-20%`,
    ]);
    expect(rows).toHaveLength(1);
  });
});
