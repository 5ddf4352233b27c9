import { beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_ROLES, type OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { kopecks } from '@kabinet/contract/kernel/money';
import { operatorCalls, staffContract } from '@kabinet/contract/staff';
import { operatorHandlerOf } from '../../src/handlers/staff/handler-of.ts';
import { breakRows } from '../database/broken.ts';
import { addClient } from '../portal/client.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, OWN_PAGE, sendStaff, staffKey, staffToken } from '../portal/staff.ts';

const { approvals, charging, audit, staff, me } = staffContract;

// Who asks and who agrees, by hand (docs/staff.md; decision 0206).
const ASK_AND_AGREE: Readonly<Record<string, readonly [ask: string, agree: string]>> = {
  'staff add': ['admin', 'owner admin'],
  'staff roles': ['admin', 'owner admin'],
  'staff invite': ['admin', 'owner admin'],
  'staff unblock': ['admin', 'owner admin'],
  'keys add': ['admin', 'owner admin'],
  'debtors remind': ['accountant', 'accountant owner'],
  'shift close': ['cashier', 'accountant owner'],
  'payments refund': ['cashier support technician engineer accountant', 'accountant owner'],
  'charge once': ['cashier support technician engineer accountant', 'accountant owner'],
  'charge correct': ['cashier support technician engineer accountant', 'accountant owner'],
};

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
});

type Session = Record<string, string>;
const as = async (...roles: OperatorRole[]) => cookieOf(await staffToken(portal, ...roles));
const CHARGE = { account_no: '200001i', amount: '2000', document: '7', text: 'Выезд' };
const ask = (session: Session, body: Record<string, string> = CHARGE, call = 'charge once') =>
  sendStaff(portal, approvals.ask, { body: { call, input: body, reason: 'Клиент согласен' } }, session);
const asked = async (session: Session, body?: Record<string, string>) => (await ask(session, body)).body.approval_id;
const agree = (session: Session, id: number, version?: string) =>
  sendStaff(portal, approvals.agree, { body: { approval_id: String(id), version } }, session);
const rows = async (statement: string) => (await portal.pool.query<Record<string, unknown>>(statement)).rows;
const charges = () => rows('select amount_kopecks::int as amount from one_time_charge');
const stateOf = async (id: number, session: Session) =>
  (await sendStaff(portal, approvals.show, { query: { approval_id: String(id) } }, session)).body.state;

describe('the table by hand', () => {
  const OF_TWO = operatorCalls.filter(({ second }) => second !== undefined);

  test('names who asks for each call with a threshold, and who agrees', () => {
    const told = OF_TWO.map(({ command, roles, asks = [], agrees = [] }) => {
      const named = (list: readonly OperatorRole[]) => OPERATOR_ROLES.filter((role) => list.includes(role)).join(' ');
      return [command.words, [named([...roles, ...asks]), named(agrees)]];
    });
    expect(Object.fromEntries(told)).toMatchObject(ASK_AND_AGREE);
  });

  test('none of them opens transactions of its own, or it could not be done in one with its approval', () => {
    expect(OF_TWO.filter((call) => operatorHandlerOf([])(call).ownTransactions)).toEqual([]);
  });
});

describe('asking', () => {
  test('keeps the call and does nothing yet; agreeing carries it out once, in the name of who asked', async () => {
    const cashier = await as('cashier');
    const alone = await sendStaff(portal, charging.once, { body: CHARGE }, cashier);
    expect(alone.body.code).toBe('second_person_needed');
    const { body } = await ask(cashier);
    expect(body).toMatchObject({
      approval_id: expect.any(Number) as number,
      until: '2026-11-21T10:05:00.000Z',
      rehearsal: { reply: { outcome: 'ordered', amount: '2000.00' }, changed: null },
    });
    expect(await charges()).toEqual([]);
    const owner = await as('owner');
    expect((await agree(owner, body.approval_id)).body).toMatchObject({
      call: 'charge once',
      reply: { outcome: 'ordered', amount: '2000.00' },
    });
    expect(await charges()).toEqual([{ amount: 200_000 }]);
    const told = await sendStaff(portal, audit.list, { query: { limit: '10' } }, owner);
    expect(told.body).toMatchObject([
      { operator: 'Сотрудник owner', call: 'approvals agree', outcome: 'done' },
      {
        operator: 'Сотрудник cashier',
        role: 'cashier',
        call: 'charge once',
        agreed_by: 'Сотрудник owner',
        reason: 'Клиент согласен',
        outcome: 'done',
      },
      { operator: 'Сотрудник cashier', call: 'approvals ask', input: { input: '•••' } },
      { operator: 'Сотрудник cashier', call: 'charge once', problem: 'second_person_needed' },
    ]);
    expect(await stateOf(body.approval_id, owner)).toBe('agreed');
  });

  test('may who may not make the call, also for a small sum', async () => {
    const support = await as('support');
    expect((await sendStaff(portal, charging.once, { body: CHARGE }, support)).body.code).toBe('role_not_allowed');
    const id = await asked(support, { ...CHARGE, amount: '10' });
    expect((await agree(await as('accountant'), id)).status).toBe(200);
    expect(await rows(`select role from operator_action where call = 'charge once' and outcome = 'done'`)).toEqual([
      { role: 'support' },
    ]);
  });

  test('is refused for other calls, for what would be refused, for a wrong body, and to a program', async () => {
    const cashier = await as('cashier');
    expect((await ask(cashier, {}, 'payment post')).body.code).toBe('call_needs_nobody');
    expect((await ask(cashier, {}, 'no such')).body.code).toBe('call_needs_nobody');
    const none = await ask(cashier, { ...CHARGE, account_no: '999999i' });
    expect(none.body).toMatchObject({ code: 'rehearsal_refused', message: 'Такого счёта нет' });
    expect((await ask(cashier, { ...CHARGE, amount: 'много' })).body.errors?.[0]?.path).toBe('body.amount');
    const key = { authorization: `Bearer ${await staffKey(portal, ['charge once'])}` };
    expect((await ask(key)).body.code).toBe('role_not_allowed');
    expect(await rows('select from staff_approval')).toEqual([]);
  });

  test('asks for the thing itself: a rehearsal, which refuses less, is never carried out', async () => {
    const [accountant, owner] = [await as('accountant'), await as('owner')];
    const { contractId } = await addClient(portal.world, { contractId: 200_002, balance: 500_00 });
    const close = { contract_id: String(contractId), dry_run: 'yes' };
    expect((await ask(accountant, close, 'contract close')).body.code).toBe('rehearsal_refused');
    const id = await asked(accountant, { ...CHARGE, dry_run: 'yes' });
    const { body } = await sendStaff(portal, approvals.show, { query: { approval_id: String(id) } }, owner);
    expect(body.input).toEqual(CHARGE);
  });

  test('keeps what it asks for sealed, and out of the audit trail', async () => {
    await asked(await as('cashier'), { ...CHARGE, text: 'Выезд к Иванову' });
    const kept = JSON.stringify([
      await rows('select * from staff_approval'),
      await rows('select * from operator_action'),
    ]);
    expect(kept).not.toContain('Иванову');
    const [{ input } = {}] = await rows('select input from staff_approval');
    expect((input as Buffer).toString('utf8')).not.toContain('Иванову');
  });
});

describe('agreeing', () => {
  test('is for another person, in a role that agrees', async () => {
    const accountant = await as('accountant', 'owner');
    const id = await asked(accountant);
    expect((await agree(accountant, id)).body.code).toBe('not_second_person');
    for (const role of ['cashier', 'support', 'engineer', 'auditor'] as const)
      expect((await agree(await as(role), id)).body.code, role).toBe('role_not_allowed');
    expect((await agree(await as('admin'), id)).body.code).toBe('not_second_person');
    expect(await charges()).toEqual([]);
    expect((await agree(await as('accountant'), id)).status).toBe(200);
  });

  test('after a day does nothing', async () => {
    const id = await asked(await as('cashier'));
    portal.clock.advance(24 * 3_600_000 - 1);
    const owner = await as('owner');
    expect(await stateOf(id, owner)).toBe('waiting');
    portal.clock.advance(1);
    expect((await agree(owner, id)).body.code).toBe('approval_over');
    expect(await stateOf(id, owner)).toBe('expired');
    expect(await charges()).toEqual([]);
  });

  test('of two at once is done once', async () => {
    const id = await asked(await as('cashier'));
    const both = await Promise.all([await as('owner'), await as('accountant')].map((session) => agree(session, id)));
    expect(both.map(({ body }) => body.code ?? 'done').toSorted()).toEqual(['approval_over', 'done']);
    expect(await charges()).toEqual([{ amount: 200_000 }]);
    expect(await rows(`select from operator_action where call = 'charge once'`)).toHaveLength(1);
  });

  test('does nothing for who was shut out, or lost the role', async () => {
    // Another role that might ask for it, too, is not the one in which it was asked for.
    for (const change of [`blocked_at = now()`, `roles = '{accountant}'`]) {
      const id = await asked(await as('cashier'), { ...CHARGE, document: change });
      await portal.pool.query(`update staff_person set ${change} where roles = '{cashier}'`);
      expect((await agree(await as('owner'), id)).body.code, change).toBe('asker_not_allowed');
    }
    expect(await charges()).toEqual([]);
  });

  test('to what would be another thing by now tells both, and asks again', async () => {
    const cashier = await as('cashier');
    const [first, second] = [await asked(cashier), await asked(cashier)];
    const owner = await as('owner');
    expect((await agree(owner, first)).status).toBe(200);
    const other = await agree(owner, second);
    expect(other.body.code).toBe('changed_meanwhile');
    const told = Object.fromEntries(other.body.errors!.map(({ path, message }) => [path, message]));
    expect(told).toMatchObject({
      then: expect.stringContaining('"ordered"') as string,
      now: expect.stringContaining('"known"') as string,
    });
    expect(await stateOf(second, owner)).toBe('waiting');
    expect((await agree(owner, second, 'another')).body.code).toBe('changed_meanwhile');
    const done = await agree(owner, second, told['body.version']);
    expect(done.body.reply).toMatchObject({ outcome: 'known' });
    expect(await charges()).toHaveLength(1);
  });

  test('to another thing tells no number to whom it is masked', async () => {
    const id = await asked(await as('cashier'));
    const before = { reply: { text: 'Звонить 79171234567' }, changed: null };
    await portal.pool.query(`
      set session_replication_role = replica;
      update staff_approval set rehearsal = '${JSON.stringify(before)}' where approval_id = ${id};
      set session_replication_role = origin`);
    const { body } = await agree(await as('owner'), id);
    expect(body.code).toBe('changed_meanwhile');
    expect(JSON.stringify(body)).toContain('Звонить');
    expect(JSON.stringify(body)).not.toContain('79171234567');
  });

  test.each([
    ['staff_approval', `new.state = 'agreed'`],
    ['operator_action', `new.call = 'charge once'`],
    ['operator_action', `new.call = 'approvals agree' and new.outcome = 'done'`],
  ])('that fails at %s (%s) has done nothing, and can be repeated', async (table, condition) => {
    const id = await asked(await as('cashier'));
    const owner = await as('owner');
    const { mend } = await breakRows(portal.pool, table, condition);
    const reply = await portal.inject({
      method: 'POST',
      url: `/api${approvals.agree.path}`,
      headers: { ...OWN_PAGE, ...owner },
      payload: { approval_id: String(id) },
    });
    expect(reply.statusCode).toBe(500);
    expect(await charges()).toEqual([]);
    expect(await stateOf(id, owner)).toBe('waiting');
    await mend();
    expect((await agree(owner, id)).status).toBe(200);
    expect(await charges()).toHaveLength(1);
  });

  test('of a refusal by the call itself tells it, and waits on', async () => {
    const id = await asked(await as('cashier'));
    await portal.pool.query(`update account set account_no = '200009i' where account_no = '200001i'`);
    const owner = await as('owner');
    expect((await agree(owner, id)).body).toMatchObject({ code: 'rehearsal_refused', message: 'Такого счёта нет' });
    expect(await stateOf(id, owner)).toBe('waiting');
  });
});

describe('a request', () => {
  test('is taken back by who asked, refused by who might agree, and then is over', async () => {
    const [cashier, other, owner] = [await as('cashier'), await as('cashier'), await as('owner')];
    const body = (id: number) => ({ body: { approval_id: String(id) } });
    const mine = await asked(cashier);
    expect((await sendStaff(portal, approvals.withdraw, body(mine), other)).body.code).toBe('approval_unknown');
    const withdrawn = await sendStaff(portal, approvals.withdraw, body(mine), cashier);
    expect(withdrawn.body).toEqual({ approval_id: mine, state: 'withdrawn' });
    const refused = await asked(cashier);
    const refusal = { body: { approval_id: String(refused), reason: 'Дорого' } };
    expect((await sendStaff(portal, approvals.refuse, refusal, owner)).body.state).toBe('refused');
    for (const id of [mine, refused]) expect((await agree(owner, id)).body.code).toBe('approval_over');
    expect((await sendStaff(portal, approvals.refuse, refusal, owner)).body.code).toBe('approval_over');
    await expect(portal.pool.query(`update staff_approval set state = 'agreed'`)).rejects.toThrow('decided once');
    await expect(portal.pool.query('delete from staff_approval')).rejects.toThrow('decided once');
  });

  test('is listed for who asked, who decides and who audits; who decides sees which are his', async () => {
    const [cashier, other] = [await as('cashier'), await as('cashier')];
    const id = await asked(cashier);
    const list = async (session: Session) => (await sendStaff(portal, approvals.list, {}, session)).body;
    expect(await list(cashier)).toMatchObject([
      { approval_id: id, call: 'charge once', input: CHARGE, asked_by: 'Сотрудник cashier', may_agree: false },
    ]);
    expect(await list(other)).toEqual([]);
    expect(await list(await as('owner'))).toMatchObject([{ approval_id: id, may_agree: true }]);
    portal.clock.advance(60_000);
    const gone = await asked(cashier);
    await sendStaff(portal, approvals.withdraw, { body: { approval_id: String(gone) } }, cashier);
    expect((await list(cashier)).map(({ approval_id }) => approval_id)).toEqual([id, gone]);
    expect((await list(await as('auditor')))[0]).toMatchObject({ approval_id: id, may_agree: false });
    const query = { approval_id: String(id) };
    expect((await sendStaff(portal, approvals.show, { query }, other)).body.code).toBe('approval_unknown');
  });
});

describe('the provider’s settings', () => {
  test('move a threshold, or need no second person at all; who works is told', async () => {
    const cashier = await as('cashier');
    const charge = async (amount: string) =>
      (await sendStaff(portal, charging.once, { body: { ...CHARGE, amount, document: amount } }, cashier)).body.code;
    const above = async () =>
      (await sendStaff(portal, me.get, {}, cashier)).body.thresholds.find(({ call }) => call === 'charge once')?.above;
    expect([await charge('2000'), await above()]).toEqual(['second_person_needed', '1000.00']);
    portal.world.provider.second_person.thresholds['charge once'] = kopecks(2_000_00);
    expect([await charge('2000'), await above()]).toEqual([undefined, '2000.00']);
    expect(await charge('2000,01')).toBe('second_person_needed');
    portal.world.provider.second_person.is_needed = false;
    expect([await charge('9000'), await above()]).toEqual([undefined, undefined]);
  });

  test('an administrator who is one gives roles alone, if they say so', async () => {
    const admin = await as('admin');
    portal.world.provider.second_person.for_rights = false;
    const body = { login: 'olga', roles: ['cashier' as const] };
    expect((await sendStaff(portal, staff.add, { body }, admin)).status).toBe(200);
  });
});
