import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import { testPortal as demoPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { get, invite, withdraw, revoke, look, accept, contracts, open, leave } = contract.family;

/** The owner of the shared contract, and two who may get it. */
const [OWNER, MEMBER, THIRD] = [100_001, 100_004, 100_005];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A contract of others that is shared, which no test here touches. */
const OTHERS = '00000000-0000-4000-8000-000000000002';

/** Of the demo nothing else is shared. */
async function testPortal(): Promise<TestPortal> {
  const portal = await demoPortal();
  await portal.pool.query(`
    delete from contract_share;
    insert into contract_share (share_id, contract_id, member_id, role, since)
      values ('${OTHERS}', 100002, 100003, 'payer', '2026-11-20 09:00Z');
    insert into share_invitation (invitation_id, contract_id, role, code_mark, created_at, expires_at)
      values (gen_random_uuid(), 100002, 'payer', '\\x00', '2026-11-20 09:00Z', '2026-11-23 09:00Z')`);
  return portal;
}

const invited = async (portal: TestPortal, role: ShareRole = 'payer', who = OWNER) =>
  (await portal.send(invite, { body: { role } }, who)).body;

/** The owner has shared the contract; nobody has opened it yet. */
async function shared(role: ShareRole = 'payer') {
  const portal = await testPortal();
  const { code } = await invited(portal, role);
  const { body } = await portal.send(accept, { body: { code } }, MEMBER);
  return { portal, shareId: body.share_id };
}

/** The member has the contract open: his token, and what it sends. */
async function acting(role: ShareRole = 'payer') {
  const { portal, shareId } = await shared(role);
  const { body } = await portal.send(open, { body: { share_id: shareId } }, MEMBER);
  const authorization = `Bearer ${body.access_token}`;
  return { portal, shareId, headers: { authorization } };
}

const events = async (portal: TestPortal, who: number) =>
  (
    await portal.pool.query<{ kind: string }>(
      `select kind from audit_event where contract_id = $1 and kind like 'share%' order by event_id`,
      [who],
    )
  ).rows.map(({ kind }) => kind);

const messages = async (portal: TestPortal, who: number) =>
  (await portal.send(contract.notice.getMessages, {}, who)).body.map(({ title }) => title);

describe('an invitation', () => {
  test('tells whose contract it is before one agrees, and opens it; both sides hear of it', async () => {
    const portal = await testPortal();
    const { code, url, role, expires_at } = await invited(portal);
    expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(url).toBe(`http://127.0.0.1:8080/lk/settings/family?code=${code}`);
    expect(Date.parse(expires_at) - portal.clock.now().getTime()).toBe(72 * HOUR);
    const offer = { contract_id: OWNER, name: 'Кузнецова М.', role };
    // However it is typed.
    const typed = ` ${code.toUpperCase().replace('-', ' ')} `;
    expect(await portal.send(look, { body: { code: typed } }, MEMBER)).toMatchObject({ status: 200, body: offer });
    expect((await portal.send(get, {}, OWNER)).body).toMatchObject({ members: [], invitations: [{ role }] });
    const taken = await portal.send(accept, { body: { code: typed } }, MEMBER);
    expect(taken).toMatchObject({ status: 200, body: { contract_id: OWNER, role } });
    expect((await portal.send(get, {}, OWNER)).body).toMatchObject({
      members: [{ share_id: taken.body.share_id, contract_id: MEMBER, role, used_at: null, is_in: false }],
      invitations: [],
    });
    expect(await messages(portal, OWNER)).toContain('Ваш договор открыт другому абоненту');
    expect(await messages(portal, MEMBER)).toContain('Вам открыли чужой договор');
    // Each side is called in short.
    const { rows } = await portal.pool.query<{ body: string }>(
      `select body from message where title in ('Вам открыли чужой договор', 'Ваш договор открыт другому абоненту')
         and created_at = $1 order by contract_id`,
      [portal.clock.now()],
    );
    const { rows: names } = await portal.pool.query<{ name: string }>(
      `select client_name as name from contract where contract_id in (${OWNER}, ${MEMBER}) order by contract_id desc`,
    );
    for (const [index, { name = '' }] of names.entries()) {
      const body = rows[index]!.body.replaceAll('\u00a0', ' ');
      expect(body).toContain(name.split(' ')[0]);
      expect(body).not.toContain(name);
    }
    expect(await events(portal, OWNER)).toEqual(['share_invited', 'share_began']);
    expect(await events(portal, MEMBER)).toEqual(['share_began']);
  });

  test('is stored as a mark', async () => {
    const portal = await testPortal();
    const { code } = await invited(portal);
    const { rows } = await portal.pool.query<{ line: string }>(
      `select i::text as line from share_invitation i union all select detail::text from audit_event
       union all select encode(request_hash, 'hex') from idempotency_key union all select body from message`,
    );
    for (const { line } of rows) expect(line.replace('-', '')).not.toContain(code.replace('-', ''));
  });

  test('needs a confirmation', async () => {
    const portal = await testPortal();
    await portal.tokenOf(OWNER);
    portal.clock.advance(6 * MINUTE);
    expect(await portal.send(invite, { body: { role: 'full' } }, OWNER)).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    });
  });

  test('of two who accept it at once, one gets it', async () => {
    const portal = await testPortal();
    const { code } = await invited(portal);
    const both = await Promise.all([MEMBER, THIRD].map((who) => portal.send(accept, { body: { code } }, who)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const { members } = (await portal.send(get, {}, OWNER)).body;
    expect(members).toHaveLength(1);
  });

  test('accepted by the same subscriber again, also at once, answers the same', async () => {
    const portal = await testPortal();
    const { code } = await invited(portal);
    const twice = await Promise.all([1, 2].map(() => portal.send(accept, { body: { code } }, MEMBER)));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice[0]!.body).toEqual(twice[1]!.body);
    expect(await events(portal, MEMBER)).toEqual(['share_began']);
    expect(await portal.send(look, { body: { code } }, MEMBER)).toMatchObject({ body: { code: 'share_known' } });
  });

  test.each(['expired', 'withdrawn'])('that is %s is refused', async (why) => {
    const portal = await testPortal();
    const { code, invitation_id } = await invited(portal);
    portal.clock.advance(72 * HOUR - 1000);
    expect((await portal.send(look, { body: { code } }, MEMBER)).status).toBe(200);
    if (why === 'expired') portal.clock.advance(1000);
    else await portal.send(withdraw, { body: { invitation_id } }, OWNER);
    for (const call of [look, accept]) {
      expect(await portal.send(call, { body: { code } }, MEMBER)).toMatchObject({
        status: 403,
        body: { code: 'invitation_refused' },
      });
    }
    expect((await portal.send(get, {}, OWNER)).body).toMatchObject({ members: [], invitations: [] });
  });

  test('withdrawn twice stays withdrawn; accepted, it cannot be withdrawn', async () => {
    const portal = await testPortal();
    const { invitation_id } = await invited(portal);
    const { invitation_id: another } = await invited(portal);
    expect((await portal.send(withdraw, { body: { invitation_id } }, THIRD)).status).toBe(404);
    for (const _ of [1, 2]) {
      expect((await portal.send(withdraw, { body: { invitation_id } }, OWNER)).status).toBe(200);
    }
    expect((await portal.send(get, {}, OWNER)).body.invitations).toMatchObject([{ invitation_id: another }]);
    const used = await invited(portal);
    await portal.send(accept, { body: { code: used.code } }, MEMBER);
    expect(await portal.send(withdraw, { body: { invitation_id: used.invitation_id } }, OWNER)).toMatchObject({
      status: 409,
      body: { code: 'invitation_used' },
    });
  });

  test('cannot be guessed: five wrong codes lock the contract that types them, and a right one too', async () => {
    const portal = await testPortal();
    const { code } = await invited(portal);
    const guess = (typed: string, who = MEMBER) => portal.send(look, { body: { code: typed } }, who);
    for (const _ of Array(5)) expect((await guess('aaaaa-aaaaa')).body).toMatchObject({ code: 'invitation_refused' });
    const locked = { status: 429, body: { code: 'login_locked' }, headers: { 'retry-after': '30' } };
    expect(await guess(code)).toMatchObject(locked);
    expect((await portal.send(accept, { body: { code } }, MEMBER)).status).toBe(429);
    // Others are not locked, and the lock ends.
    expect((await guess(code, THIRD)).status).toBe(200);
    portal.clock.advance(MINUTE);
    expect((await guess(code)).status).toBe(200);
    // A right one makes the wrong ones before it good.
    for (const _ of Array(4)) await guess('aaaaa-aaaaa');
    expect((await guess(code)).status).toBe(200);
    await guess('aaaaa-aaaaa');
    expect((await guess(code)).status).toBe(200);
  });

  test('cannot be guessed from one network by many who share the guesses', async () => {
    const portal = await testPortal();
    const { code } = await invited(portal);
    const guess = (typed: string, who: number) => portal.send(look, { body: { code: typed } }, who);
    for (const who of [100_002, 100_003, MEMBER]) for (const _ of Array(4)) await guess('aaaaa-aaaaa', who);
    expect(await guess(code, THIRD)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    portal.clock.advance(MINUTE);
    expect((await guess(code, THIRD)).status).toBe(200);
  });

  test('counts wrong codes of one network together with wrong passwords', async () => {
    const portal = await testPortal();
    for (const [index] of Array(11).entries()) {
      await portal.send(contract.auth.token, { body: { login: `10000${index}`, password: 'wrong' } });
    }
    expect((await portal.send(look, { body: { code: 'aaaaa-aaaaa' } }, MEMBER)).status).toBe(429);
  });

  test('is not for the own contract, nor for one that is open already', async () => {
    const { portal } = await shared();
    const { code } = await invited(portal, 'full');
    expect((await portal.send(accept, { body: { code } }, OWNER)).body).toMatchObject({ code: 'invitation_own' });
    expect((await portal.send(accept, { body: { code } }, MEMBER)).body).toMatchObject({ code: 'share_known' });
  });

  test('is made ten times a minute at most, withdrawn ones included', async () => {
    const portal = await testPortal();
    const ask = () => portal.send(invite, { body: { role: 'payer' } }, OWNER);
    for (const _ of Array(10)) {
      const { body } = await ask();
      expect((await portal.send(withdraw, { body: { invitation_id: body.invitation_id } }, OWNER)).status).toBe(200);
    }
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    portal.clock.advance(MINUTE);
    expect((await ask()).status).toBe(200);
  });

  test('waits with four others at most, and a contract is open to ten at most', async () => {
    const portal = await testPortal();
    for (const _ of Array(5)) await invited(portal);
    expect((await portal.send(invite, { body: { role: 'payer' } }, OWNER)).body).toMatchObject({
      code: 'invitations_too_many',
    });
    const to = { kind: 'phone', address: '79270000216', label: 'Ирина', role: 'payer' } as const;
    expect((await portal.send(contract.family.inviteContact, { body: to }, OWNER)).body).toMatchObject({
      code: 'invitations_too_many',
    });
    const { code } = await invited(portal, 'payer', 100_002);
    await portal.pool.query(`
      with others as (select contract_id from contract where contract_id > 100004 order by 1 limit 10)
      insert into contract_share (share_id, contract_id, member_id, role, since)
      select gen_random_uuid(), 100002, contract_id, 'payer', now() from others`);
    const { rowCount } = await portal.pool.query('select from contract_share where contract_id = 100002');
    await portal.pool.query(
      `
      insert into contract select (jsonb_populate_record(c, jsonb_build_object('contract_id', 900000 + n))).*
      from contract c, generate_series(1, $1) n where c.contract_id = 100004`,
      [10 - (rowCount ?? 0)],
    );
    await portal.pool.query(`
      insert into contract_share (share_id, contract_id, member_id, role, since)
      select gen_random_uuid(), 100002, contract_id, 'payer', now() from contract where contract_id > 900000`);
    expect((await portal.send(invite, { body: { role: 'payer' } }, 100_002)).body).toMatchObject({
      code: 'shares_too_many',
    });
    expect((await portal.send(accept, { body: { code } }, MEMBER)).body).toMatchObject({ code: 'shares_too_many' });
  });
});

describe('a session that has the contract of another open', () => {
  test('shows that contract with its role, and the former token is good no more', async () => {
    const { portal, headers, shareId } = await acting();
    const mine = await portal.send(contract.internetContract.get, {}, undefined, headers);
    expect(mine.body).toMatchObject({ contract_id: OWNER, role: 'payer', client_name: 'Кузнецова М.' });
    expect(await events(portal, OWNER)).toEqual(['share_invited', 'share_began', 'share_opened']);
    expect((await portal.send(contract.internetContract.get, {}, MEMBER)).status).toBe(401);
    const list = await portal.send(contracts, {}, undefined, headers);
    expect(list.body).toMatchObject([
      { contract_id: MEMBER, share_id: null, role: null, is_current: false },
      { contract_id: OWNER, share_id: shareId, role: 'payer', name: 'Кузнецова М.', is_current: true },
    ]);
    // A page that still shows the own contract must not read this one.
    const stale = { ...headers, 'x-contract': String(MEMBER) };
    // Nor is it told of a role that it does not show.
    for (const call of [contract.user.list, contract.notice.getMessages])
      expect((await portal.send(call, {}, undefined, stale)).body).toMatchObject({ code: 'other_contract' });
  });

  test('is seen by the owner, who may close it; then it goes on with its own contract', async () => {
    const { portal, headers, shareId } = await acting();
    expect((await portal.send(get, {}, OWNER)).body.members).toMatchObject([{ contract_id: MEMBER, is_in: true }]);
    const { body: sessions } = await portal.send(contract.auth.sessions, {}, OWNER);
    const foreign = sessions.find(({ acting: who }) => who !== null)!;
    expect(foreign.acting).toMatchObject({ contract_id: MEMBER, role: 'payer' });
    // He has it open in another browser, too, and others have contracts of others open.
    await portal.pool.query(
      `insert into session select (jsonb_populate_record(s, '{"session_id": "another"}')).* from session s where session_id = $1`,
      [foreign.session_id],
    );
    await portal.send(open, { body: { share_id: OTHERS } }, 100_003);
    const end = (body: { session_id: string } | { others: true }, who = OWNER) =>
      portal.send(contract.auth.endSession, { body }, who);
    expect((await end({ session_id: foreign.session_id }, 100_002)).status).toBe(404);
    expect(await end({ session_id: foreign.session_id })).toMatchObject({ status: 200, body: { ended: 1 } });
    expect((await portal.send(contract.internetContract.get, {}, undefined, headers)).status).toBe(401);
    const opened = async () =>
      (
        await portal.pool.query<object>(
          `select session_id = 'another' as is_another, ended_at, share_id from session
           where session_id in ($1, 'another') or share_id is not null order by 1, 3`,
          [foreign.session_id],
        )
      ).rows;
    const closed = { is_another: false, ended_at: null, share_id: null };
    const ofOthers = { ...closed, share_id: OTHERS };
    expect(await opened()).toEqual([ofOthers, closed, { ...closed, is_another: true, share_id: shareId }]);
    expect((await end({ others: true })).status).toBe(200);
    expect(await opened()).toEqual([ofOthers, closed, { ...closed, is_another: true }]);
  });

  test('ends with the session of its own', async () => {
    const { portal, headers } = await acting();
    await portal.pool.query(`update session set ended_at = now(), end_reason = 'signed_out' where contract_id = $1`, [
      MEMBER,
    ]);
    expect((await portal.send(contract.internetContract.get, {}, undefined, headers)).status).toBe(401);
  });

  test('goes back to its own contract', async () => {
    const { portal, headers } = await acting();
    const back = await portal.send(open, { body: { share_id: null } }, undefined, headers);
    expect(back).toMatchObject({ status: 200, body: { contract_id: MEMBER } });
    expect(String(back.headers['set-cookie'])).toContain(`ilkat=${back.body.access_token}`);
    const own = { authorization: `Bearer ${back.body.access_token}` };
    expect((await portal.send(contract.internetContract.get, {}, undefined, own)).body).toMatchObject({
      contract_id: MEMBER,
      role: null,
    });
    expect((await portal.send(get, {}, OWNER)).body.members).toMatchObject([
      { is_in: false, used_at: portal.clock.now().toISOString() },
    ]);
  });

  test('confirms with the password of its own contract', async () => {
    const { portal, headers } = await acting('full');
    await portal.pool.query(`update credential set password_hash = 'none' where contract_id = $1`, [OWNER]);
    const confirmed = await portal.send(
      contract.auth.confirm,
      { body: { password: 'demo-kabinet' } },
      undefined,
      headers,
    );
    expect(confirmed.status).toBe(200);
  });
});

describe('what is shared no more', () => {
  test.each([
    ['the owner has closed it', revoke, OWNER],
    ['the member has given it up', leave, MEMBER],
  ] as const)('is gone at once: %s', async (_, call, who) => {
    const { portal, headers, shareId } = await acting();
    await portal.send(open, { body: { share_id: OTHERS } }, 100_003);
    const asMember = who === MEMBER ? headers : {};
    const done = await portal.send(call, { body: { share_id: shareId } }, who === OWNER ? OWNER : undefined, asMember);
    expect(done.status).toBe(200);
    expect((await portal.send(contract.internetContract.get, {}, undefined, headers)).status).toBe(401);
    expect((await portal.send(get, {}, OWNER)).body.members).toEqual([]);
    expect(await messages(portal, OWNER)).toContain('Доступ к вашему договору закрыт');
    expect((await events(portal, OWNER)).at(-1)).toBe(who === OWNER ? 'share_revoked' : 'share_left');
    expect((await portal.pool.query(`select from session where share_id = '${OTHERS}'`)).rowCount).toBe(1);
    // Whoever has a contract of his own goes on with that.
    expect(
      (await portal.pool.query(`select from session where ended_at is not null and contract_id = ${MEMBER}`)).rowCount,
    ).toBe(0);
    expect((await portal.send(get, {}, 100_002)).body.members).toMatchObject([{ share_id: OTHERS, is_in: true }]);
  });

  test('said twice, it succeeds twice and is told once', async () => {
    const { portal, shareId } = await shared();
    for (const _ of [1, 2])
      expect((await portal.send(revoke, { body: { share_id: shareId } }, OWNER)).status).toBe(200);
    expect((await events(portal, MEMBER)).filter((kind) => kind === 'share_revoked')).toHaveLength(1);
    expect((await portal.send(open, { body: { share_id: shareId } }, MEMBER)).status).toBe(404);
    // What is closed can be opened again; what is another's cannot be opened.
    const { code } = await invited(portal, 'full');
    expect((await portal.send(accept, { body: { code } }, MEMBER)).body).toMatchObject({ role: 'full' });
    expect((await portal.send(open, { body: { share_id: OTHERS } }, MEMBER)).status).toBe(404);
    expect((await portal.send(revoke, { body: { share_id: OTHERS } }, OWNER)).status).toBe(404);
  });

  test.each(['before', 'while'])('takes the link of a document with it that is made %s it ends', async (when) => {
    const { portal, headers, shareId } = await acting();
    const body = { kind: 'statement', p: 'i', from: '2026-11-01', until: '2026-11-20', format: 'csv' } as const;
    const made = await portal.send(contract.document.link, { body }, undefined, headers);
    const token = new URL(made.body.url).searchParams.get('access-token') ?? '';
    const links = await portal.pool.query<{ token_hash: Buffer }>('table document_link');
    await portal.send(revoke, { body: { share_id: shareId } }, OWNER);
    if (when === 'while') {
      // The transaction that makes the link ends after the one that closes the access.
      await portal.pool.query(
        'insert into document_link select * from json_populate_recordset(null::document_link, $1)',
        [JSON.stringify(links.rows.map((row) => ({ ...row, token_hash: `\\x${row.token_hash.toString('hex')}` })))],
      );
    }
    const opened = await portal.inject({
      method: 'POST',
      url: '/lk/document',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `access-token=${token}`,
    });
    expect(opened.statusCode).toBe(410);
  });
});
