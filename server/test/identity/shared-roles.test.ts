import { describe, expect, test } from 'vitest';
import { allCalls, contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { SHARE_ROLES, type ShareRole } from '@kabinet/contract/kernel/sharing';
import { roleMay } from '@kabinet/contract/sharing';
import { rolesTold } from '#server/domain/messaging/roles.rules.ts';
import { EXPECTED_USER_FIELDS } from './expected-roles.ts';
import { listenTo } from '../portal/listening-browser.ts';
import { testPortal as demoPortal, type TestPortal } from '../portal/portal.ts';

// What each role of a shared contract may do, by the table of calls: a new call cannot be forgotten.

const [OWNER, MEMBER] = [100_001, 100_004];
const SECURED = allCalls.filter(({ access }) => access !== 'public');
const title = ({ method, path }: Call) => `${method} ${path}`;

/** Nothing of the demo is shared. */
async function testPortal(): Promise<TestPortal> {
  const portal = await demoPortal();
  await portal.pool.query('delete from contract_share');
  return portal;
}

/** A portal, and the headers of a member who has the contract open with each role. */
async function withRoles(): Promise<{ portal: TestPortal; as: Record<ShareRole, { authorization: string }> }> {
  const portal = await testPortal();
  const as = {} as Record<ShareRole, { authorization: string }>;
  for (const role of SHARE_ROLES) as[role] = await asRole(portal, role);
  return { portal, as };
}

/** A session of its own for each role, though a member has one role at a time otherwise. */
async function asRole(portal: TestPortal, role: ShareRole): Promise<{ authorization: string }> {
  const member = MEMBER + SHARE_ROLES.indexOf(role) - 2;
  const { rows } = await portal.pool.query<{ share_id: string }>(
    `insert into contract_share (share_id, contract_id, member_id, role, since)
     values (gen_random_uuid(), $1, $2, $3, now()) returning share_id`,
    [OWNER, member, role],
  );
  const { body } = await portal.send(contract.family.open, { body: { share_id: rows[0]!.share_id } }, member);
  return { authorization: `Bearer ${body.access_token}` };
}

const inputOf = ({ path }: Call) => {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
  return names.length > 0 ? { params: Object.fromEntries(names.map((name) => [name, 1])) } : {};
};

test('no call lacks a decision, and none decides on a call that everybody may make', () => {
  const isUndecided = ({ access, members }: Call) => (access === 'public') !== (members === undefined);
  expect(allCalls.filter(isUndecided).map(title)).toEqual([]);
});

test('no role decides who has the contract, how one signs in, or makes what outlives the access', () => {
  const { family, security, auth, personalKey, notice } = contract;
  const owners: Call[] = [
    ...Object.values(security),
    ...Object.values(personalKey),
    auth.sessions,
    auth.endSession,
    family.get,
    family.invite,
    family.inviteContact,
    family.resend,
    family.changeRole,
    family.changeTerm,
    family.withdraw,
    family.revoke,
    notice.setMobile,
    notice.activateMobile,
    notice.setEmail,
    notice.activateEmail,
    notice.setPush,
  ];
  for (const role of SHARE_ROLES) expect(owners.filter((call) => roleMay(role, call)).map(title)).toEqual([]);
});

describe.each(SHARE_ROLES)('%s', (role) => {
  test('may make the calls of the table, and gets 403 for every other one, in words', async () => {
    const portal = await testPortal();
    const headers = await asRole(portal, role);
    for (const call of SECURED) {
      const { status, body } = await portal.send(call, inputOf(call), undefined, headers);
      const refused = { status: 403, code: 'not_in_role' };
      const said = { status, code: (body as { code?: string } | null)?.code };
      if (roleMay(role, call)) expect.soft(said, title(call)).not.toEqual(refused);
      else {
        expect.soft(said, title(call)).toEqual(refused);
        expect.soft((body as { message?: string }).message, title(call)).toMatch(/^У вас (полный )?доступ/);
      }
    }
  });

  test('gets a batch without the parts that are not its own', async () => {
    const portal = await testPortal();
    const headers = await asRole(portal, role);
    const calls: Record<string, Call> = {
      'internet-contract': contract.internetContract.get,
      'internet-account': contract.internetAccount.get,
      'user/list': contract.user.list,
      'notice/get-messages': contract.notice.getMessages,
      'support/get-orders': contract.support.getOrders,
      security: contract.security.get,
      'personal-key': contract.personalKey.list,
    };
    const body = Object.fromEntries(Object.keys(calls).map((part) => [part, {}]));
    const reply = await portal.send(contract.byDefault.index, { body }, undefined, headers);
    const own = Object.entries(calls).flatMap(([part, call]) => (roleMay(role, call) ? [part] : []));
    expect(Object.keys(reply.body)).toEqual(own);
    const refused = Object.keys(calls).filter((part) => !own.includes(part));
    expect(reply.headers['x-refused-parts']).toBe(refused.join(', '));
  });
});

test('a document is for whoever may see the same on the screen', async () => {
  const { portal, as } = await withRoles();
  const { rows } = await portal.pool.query<{ user_id: number; phone_number: string }>(
    `select min(user_id) as user_id, (select min(phone_number) from phone_number where contract_id = $1) as phone_number
     from service_user where contract_id = $1 and user_type = 'isg'`,
    [OWNER],
  );
  const { user_id, phone_number } = rows[0]!;
  const kinds = {
    statement: { kind: 'statement', p: 'i', from: '2026-11-01', until: '2026-11-20', format: 'csv' },
    calls: { kind: 'calls', phone_number, period: '2026-10', format: 'csv' },
    sessions: { kind: 'sessions', user_id, period: '2026-10' },
  } as const;
  const allowed: Record<ShareRole, readonly string[]> = {
    payer: ['statement'],
    technician: ['sessions'],
    full: ['statement', 'calls', 'sessions'],
  };
  for (const role of SHARE_ROLES) {
    const got = [];
    for (const body of Object.values(kinds)) {
      const { status } = await portal.send(contract.document.link, { body }, undefined, as[role]);
      if (status === 200) got.push(body.kind);
      else expect(status).toBe(403);
    }
    expect(got, role).toEqual(allowed[role]);
  }
});

test('a technician sees services without what tells of the money', async () => {
  const { portal, as } = await withRoles();
  await portal.pool.query(
    `update service_user set state = 'blocked', reason = 'debt' where contract_id = $1 and user_type = 'isg'`,
    [OWNER],
  );
  const of = async (role: ShareRole) => (await portal.send(contract.user.list, {}, undefined, as[role])).body;
  const moneyIn = (users: Awaited<ReturnType<typeof of>>) =>
    users.flatMap(({ duty, days_left, next_charge, monthly, plan, planned_plan }) =>
      [...duty, ...days_left, next_charge, monthly, plan?.price, planned_plan?.price].filter((one) => one != null),
    );
  expect(moneyIn(await of('payer'))).not.toEqual([]);
  const seen = await of('technician');
  expect(moneyIn(seen)).toEqual([]);
  expect(seen.find(({ user_type }) => user_type === 'isg')?.state_text).toBe(
    'Отключена за долг. Включится, когда владелец договора заплатит',
  );
});

test('a payer sees a price with a later day wherever prices stand, a technician nowhere', async () => {
  const { portal, as } = await withRoles();
  await portal.pool.query(`
    insert into price_change (sold_kind, plan_id, from_day, price_kopecks, planned_by, planned_at)
    select 'plan', plan_id, '2026-12-05', 77777, 'Анна', now() from plan`);
  const seenBy = async (role: ShareRole) => {
    const calls = SECURED.filter((call) => call.method === 'GET' && roleMay(role, call));
    const seen = [];
    for (const call of calls) {
      const { body } = await portal.send(call, inputOf(call), undefined, as[role]);
      if (/777[.,]77|new_price/.test(JSON.stringify(body))) seen.push(title(call));
    }
    return seen;
  };
  expect(await seenBy('payer')).toEqual(expect.arrayContaining(['GET /v2/user/list', 'GET /v2/calendar']));
  expect(await seenBy('technician')).toEqual([]);
  expect(rolesTold('price')).toEqual(['owner', 'payer']);
});

test('a payer sees a discount of the plan, a technician does not', async () => {
  const { portal, as } = await withRoles();
  await portal.pool.query(
    `insert into individual_price (contract_id, account_id, user_id, sold_kind, percent, from_day, reason, given_by, given_at)
     select contract_id, account_id, user_id, 'plan', 10, '2026-11-01', 'Долгий ремонт', 'Анна', now()
     from service_user where contract_id = $1 and user_type = 'isg'`,
    [OWNER],
  );
  const discountsOf = async (role: ShareRole) => {
    const { body } = await portal.send(contract.user.list, {}, undefined, as[role]);
    return body.flatMap(({ plan }) => plan?.discount?.percent ?? []);
  };
  expect(await discountsOf('payer')).toEqual([10]);
  expect(await discountsOf('technician')).toEqual([]);
});

test('a payer pays for mailboxes, and reads no address of them anywhere', async () => {
  const { portal, as } = await withRoles();
  const { rows } = await portal.pool.query<{ login: string }>(
    `select login from service_user where contract_id = $1 and user_type = 'mail'`,
    [OWNER],
  );
  expect(rows.length).toBeGreaterThan(0);
  const { body } = await portal.send(contract.user.list, {}, undefined, as.payer);
  // Also in the calendar, which names services: the plan of a mailbox gets another price.
  await portal.pool.query(`
    insert into price_change (sold_kind, plan_id, from_day, price_kopecks, planned_by, planned_at)
    select 'plan', plan_id, '2026-12-05', 77777, 'Анна', now() from plan where service_kind = 'mail'`);
  const boxes = body.filter(({ user_type }) => user_type === 'mail').map(({ name, login }) => `${name} ${login}`);
  expect(new Set(boxes)).toEqual(new Set(['Почта ']));
  const reads = SECURED.filter((call) => call.method === 'GET' && roleMay('payer', call));
  for (const call of reads) {
    for (const query of [{}, { p: 'i' }]) {
      const reply = await portal.send(call, { ...inputOf(call), query }, undefined, as.payer);
      for (const { login } of rows) expect.soft(JSON.stringify(reply.body), title(call)).not.toContain(login);
    }
  }
});

test('of each field of a service a member reads what was decided', async () => {
  const { portal, as } = await withRoles();
  const read = async (headers: { authorization: string }) =>
    (await portal.send(contract.user.list, {}, undefined, headers)).body;
  const owned = await read({ authorization: `Bearer ${await portal.tokenOf(OWNER)}` });
  expect([...EXPECTED_USER_FIELDS.keys()].sort()).toEqual(Object.keys(contract.user.get.result.shape).sort());
  for (const role of SHARE_ROLES) {
    const seen = await read(as[role]);
    for (const [field, decided] of EXPECTED_USER_FIELDS) {
      const differs = owned.filter((one, index) => fieldOf(one, field) !== fieldOf(seen[index]!, field));
      const types = new Set(differs.map(({ user_type }) => user_type));
      const at = `${field} for ${role}`;
      if (decided[role] === 'seen') expect.soft([...types], at).toEqual([]);
      if (decided[role] === 'masked') expect.soft([...types], at).toEqual(['mail']);
      if (decided[role] === '-') expect.soft(seen.map((one) => fieldOf(one, field)).join(), at).not.toMatch(/\d\.\d\d/);
    }
  }
});

const fieldOf = (user: object, field: string): string =>
  JSON.stringify((user as Record<string, unknown>)[field] ?? null);

test('a payer sees what lies ahead, and is offered to take nothing back', async () => {
  const { portal, as } = await withRoles();
  const of = async (role: ShareRole) =>
    (await portal.send(contract.calendar.get, {}, undefined, as[role])).body.entries.map(({ undo }) => undo !== null);
  expect(await of('full')).toContain(true);
  expect(await of('payer')).not.toContain(true);
});

test('a stream ends with the access also if the process did not hear of its end', async () => {
  const { portal, as } = await withRoles();
  const [technician, owner] = [
    await listenTo(portal, as.technician),
    await listenTo(portal, { authorization: `Bearer ${await portal.tokenOf(OWNER)}` }),
  ];
  await Promise.all([technician.next('hello'), owner.next('hello')]);
  const { rows } = await portal.pool.query<{ share_id: string }>(
    `select share_id from contract_share where role = 'technician' and contract_id = $1`,
    [OWNER],
  );
  // After a crash of the database its signals are lost.
  await portal.pool.query('alter table session disable trigger session_tells_switch');
  await portal.send(contract.family.revoke, { body: { share_id: rows[0]!.share_id } }, OWNER);
  await portal.pool.query('alter table session enable trigger session_tells_switch');
  await portal.pool.query('truncate signal, signal_life');
  expect((await technician.next('end')).data).toEqual({ why: 'over' });
  await owner.next('gap');
  expect(owner.heard.map(({ event }) => event)).not.toContain('end');
});

test('the stream tells a role what concerns it, and ends when the access does', async () => {
  const { portal, as } = await withRoles();
  const [payer, technician] = [await listenTo(portal, as.payer), await listenTo(portal, as.technician)];
  await Promise.all([payer.next('hello'), technician.next('hello')]);
  await portal.pool.query(
    `insert into support_event (order_id, happened_at, state, text)
     select order_id, now(), state, 'Едем' from support_order where contract_id = $1 limit 1`,
    [OWNER],
  );
  expect((await technician.next('outdated')).data).toMatchObject({ kinds: ['order'], messages: [] });
  await portal.pool.query(
    `update service_user set name = name || '!' where user_id = (select min(user_id) from service_user where contract_id = $1)`,
    [OWNER],
  );
  expect((await payer.next('outdated')).data).toMatchObject({ kinds: ['service'] });
  const { rows } = await portal.pool.query<{ share_id: string }>(
    `select share_id from contract_share where role = 'payer' and contract_id = $1`,
    [OWNER],
  );
  await portal.send(contract.family.revoke, { body: { share_id: rows[0]!.share_id } }, OWNER);
  expect((await payer.next('end')).data).toEqual({ why: 'over' });
});
