import { beforeEach, describe, expect, test } from 'vitest';
import { isWeighty, OPERATOR_ROLES, WEIGHTY_ROLES, type OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { operatorCalls, staffContract } from '@kabinet/contract/staff';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../portal/staff.ts';

const { approvals, audit, staff, keys } = staffContract;
const KEY = { name: '1С', calls: ['ledger lines'], networks: ['10.0.0.0/8'], until: '2027-01-01' };

type Session = Record<string, string>;
let portal: TestPortal;
let admin: Session;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  admin = await as('admin');
});

const as = async (...roles: OperatorRole[]): Promise<Session> => cookieOf(await staffToken(portal, ...roles));
const add = (login: string, roles: OperatorRole[], by = admin) =>
  sendStaff(portal, staff.add, { body: { login, roles, name: 'Ольга' } }, by);
const ask = async (call: string, input: Record<string, string | string[]>, by = admin) =>
  (await sendStaff(portal, approvals.ask, { body: { call, input, reason: 'Новый сотрудник' } }, by)).body;
const agree = (id: number, by: Session) =>
  sendStaff(portal, approvals.agree, { body: { approval_id: String(id) } }, by);
const people = async () =>
  (await sendStaff(portal, staff.list, {}, admin)).body.map(({ login, roles }) => [login, roles] as const);
const loginOf = async (roles: string) => (await people()).find((one) => one[1].join() === roles)?.[0] ?? '';

describe('one administrator alone', () => {
  test('gives the roles of the table by hand, and no other', async () => {
    const alone: OperatorRole[] = ['support', 'technician', 'engineer', 'auditor'];
    for (const role of OPERATOR_ROLES) {
      const { status } = await add(
        `new-${role}`,
        ['auditor', role].slice(role === 'auditor' ? 1 : 0) as OperatorRole[],
      );
      expect.soft(status, role).toBe(alone.includes(role) ? 200 : 403);
    }
    expect(OPERATOR_ROLES.filter((role) => !WEIGHTY_ROLES.includes(role))).toEqual(alone);
    expect(await people()).toHaveLength(1 + alone.length);
  });

  test('takes such a role away, but neither gives it, nor lets in again whoever has it', async () => {
    await as('cashier', 'support');
    const login = await loginOf('cashier,support');
    const code = async (call: typeof staff.block | typeof staff.unblock | typeof staff.invite) =>
      (await sendStaff(portal, call, { body: { login } }, admin)).body.code;
    expect([await code(staff.invite), await code(staff.block), await code(staff.unblock)]).toEqual([
      'second_person_needed',
      undefined,
      'second_person_needed',
    ]);
    const roles = async (...given: OperatorRole[]) =>
      (await sendStaff(portal, staff.roles, { body: { login, roles: given } }, admin)).body.code;
    expect(await roles('cashier')).toBe(undefined);
    expect(await roles('cashier', 'owner')).toBe('second_person_needed');
    expect(await roles('support')).toBe(undefined);
    expect(await roles('cashier')).toBe('second_person_needed');
    expect((await portal.pool.query('select from staff_invitation')).rowCount).toBe(0);
  });

  test('makes a key that reads or does what the lighter roles do, and none that moves money', async () => {
    const key = async (...calls: string[]) =>
      (await sendStaff(portal, keys.add, { body: { ...KEY, calls } }, admin)).body.code;
    expect(await key('ledger lines', 'note add')).toBe(undefined);
    expect(await key('ledger lines', 'payment post')).toBe('second_person_needed');
    const weighty = operatorCalls.filter(isWeighty).map(({ command }) => command.words);
    expect(weighty).toEqual(expect.arrayContaining(['payments refund', 'staff add', 'payment post', 'payment undo']));
    expect(weighty).not.toContain('ledger lines');
  });

  test('hears that there is nobody to agree, until there is', async () => {
    const told = async () => (await add('olga', ['cashier'])).body.message;
    expect(await told()).toContain('второго администратора или руководителя нет');
    await as('accountant');
    expect(await told()).toContain('второго администратора или руководителя нет');
    await as('owner');
    expect(await told()).toContain('Попросите второго администратора');
  });

  test('gives them where the provider’s file says so', async () => {
    portal.world.provider.second_person.for_rights = false;
    expect((await add('olga', ['cashier', 'admin'])).status).toBe(200);
    expect((await sendStaff(portal, keys.add, { body: { ...KEY, calls: ['payment post'] } }, admin)).status).toBe(200);
  });
});

describe('a second administrator, or the owner', () => {
  test('agrees, gets the link once, and both names stand in the trail; no rehearsal keeps the link', async () => {
    const asked = await ask('staff add', { login: 'olga', name: 'Ольга', roles: ['cashier'] });
    expect(asked.rehearsal.reply).toMatchObject({ login: 'olga', roles: ['cashier'] });
    expect(JSON.stringify(asked)).not.toContain('invitation');
    const second = await as('admin');
    portal.clock.advance(60_000);
    const done = await agree(asked.approval_id, second);
    expect(done.body.secrets?.['link']).toMatch(/\/staff\/invitation#[\w-]+$/);
    expect(done.body.reply).not.toHaveProperty('link');
    const code = done.body.secrets?.['code'] ?? '';
    const opened = await sendStaff(portal, staffContract.entry.openInvitation, { body: { code } });
    expect(opened.body).toMatchObject({ login: 'olga', roles: ['cashier'] });
    const { body } = await sendStaff(portal, audit.list, { query: { limit: '2' } }, admin);
    expect(body).toMatchObject([
      { call: 'approvals agree' },
      { call: 'staff add', agreed_by: 'Сотрудник admin', reason: 'Новый сотрудник', outcome: 'done' },
    ]);
    const kept = await portal.pool.query(`select row_to_json(a)::text as text from staff_approval a`);
    expect(JSON.stringify(kept.rows)).not.toContain(code);
  });

  test('a repeat of agreeing tells no secret again', async () => {
    const { approval_id: id } = await ask('keys add', { ...KEY, calls: ['payment post'] });
    const owner = { ...(await as('owner')), 'idempotency-key': 'agree-once' };
    expect((await agree(id, owner)).body.secrets?.['key']).toMatch(/^kabinetstaff_/);
    expect((await agree(id, owner)).body.code).toBe('repeated_without_reply');
  });

  test('is neither who has asked, nor an accountant, nor whom it is about', async () => {
    const other = await as('admin', 'auditor');
    const login = await loginOf('admin,auditor');
    const { approval_id: id } = await ask('staff roles', { login: login.toUpperCase(), roles: ['admin', 'owner'] });
    for (const by of [admin, await as('accountant'), other])
      expect((await agree(id, by)).body.code).toBe('not_second_person');
    const shown = await sendStaff(portal, approvals.show, { query: { approval_id: String(id) } }, other);
    expect(shown.body.may_agree).toBe(false);
    expect((await agree(id, await as('admin'))).status).toBe(200);
    expect(await loginOf('admin,owner')).toBe(login);
  });

  test('agrees though sessions have come and gone; not to other roles than those that were', async () => {
    await as('support');
    const login = await loginOf('support');
    const { approval_id: id } = await ask('staff roles', { login, roles: ['cashier'] });
    await portal.pool.query(
      `delete from staff_session where person_id = (select person_id from staff_person where login = $1)`,
      [login],
    );
    await sendStaff(portal, staff.roles, { body: { login, roles: ['engineer'] } }, admin);
    const owner = await as('owner');
    expect((await agree(id, owner)).body.code).toBe('changed_meanwhile');
    await sendStaff(portal, staff.roles, { body: { login, roles: ['support'] } }, admin);
    expect((await agree(id, owner)).status).toBe(200);
  });
});
