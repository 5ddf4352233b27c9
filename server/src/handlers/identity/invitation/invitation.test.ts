import { beforeEach, describe, expect, test } from 'vitest';
import { allCalls, contract } from '@kabinet/contract';
import { addDays, day, dayIn } from '@kabinet/contract/kernel/day';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Outside } from '#server/integrations/port.ts';
import { lockWaits } from '../../../../test/database/locks.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { family, invitation, auth, security } = contract;
const [OWNER, OTHER] = [100_001, 100_004];
const PHONE = '79270000216';
const MAIL = 'irina@example.ru';
const PASSWORD = 'тёплый-вечер-31';
const [MINUTE, DAY] = [60_000, 86_400_000];

let portal: TestPortal;
let heard: { to: string; text: string }[];

const listening = (outside: Outside): Outside => {
  heard = [];
  const send = (one: { to: string; text: string }) => Promise.resolve(void heard.push(one));
  return { ...outside, mail: { send }, sms: { send } };
};

beforeEach(async () => {
  portal = await testPortal({ throughOutside: listening });
  await portal.pool.query('delete from contract_share');
});

const invite = (role: ShareRole = 'payer', address = PHONE, who = OWNER) =>
  portal.send(
    family.inviteContact,
    { body: { kind: address.includes('@') ? 'email' : 'phone', address, label: 'Ирина', role } },
    who,
  );
const lastTo = async (to: string): Promise<string> => {
  await portal.work();
  return heard.findLast((one) => one.to === to)!.text;
};
/** The secret of the link that came last. */
const secretTo = async (to = PHONE) => /#([a-z\d]+)/.exec(await lastTo(to))![1]!;
const codeTo = async (to = PHONE) => /^\d{6}/.exec(await lastTo(to))![0];
const look = (secret: string) => portal.send(invitation.look, { body: { secret } }, 'guest');
const sendCode = (secret: string) => portal.send(invitation.sendCode, { body: { secret } }, 'guest');
const accept = (secret: string, code: string, new_password: string | undefined = PASSWORD) =>
  portal.send(invitation.accept, { body: { secret, code, ...(new_password && { new_password }) } }, 'guest');

/** An invitation that somebody has accepted: her headers, and the link and the code that she used. */
async function accepted(role: ShareRole = 'payer', address = PHONE) {
  expect((await invite(role, address)).status).toBe(200);
  const secret = await secretTo(address);
  expect((await sendCode(secret)).status).toBe(200);
  const code = await codeTo(address);
  const reply = await accept(secret, code);
  expect(reply.status).toBe(200);
  return { secret, code, headers: { authorization: `Bearer ${reply.body.access_token}` } };
}
/** Another contract has invited the same phone; returns what is stored of that. */
async function invitedByAnother() {
  await portal.pool.query(
    `insert into share_invitation
       (invitation_id, contract_id, role, code_mark, created_at, expires_at, contact_kind, contact, label, sent_at)
     values (gen_random_uuid(), 100002, 'payer', '\\x00', $1, $1, 'phone', $2, 'Чужая', $1)`,
    [new Date('2026-11-20T10:00:00Z'), PHONE],
  );
  return async () =>
    (await portal.pool.query<object>('select * from share_invitation where contract_id = 100002')).rows;
}
const over = { status: 410, body: { code: 'link_over', message: 'Ссылка больше не действует' } };
const signIn = (login: string, password: string) =>
  portal.send(auth.token, { body: { grant: 'password', login, password } });
const events = async () =>
  (
    await portal.pool.query<{ kind: string }>(
      `select kind from audit_event where contract_id = $1 and kind like 'share%' order by event_id`,
      [OWNER],
    )
  ).rows.map(({ kind }) => kind);

test('the message of an invitation names the day on which the access ends, if it ends', async () => {
  for (const address of [PHONE, MAIL]) {
    const to = { kind: address === MAIL ? 'email' : 'phone', address, label: 'Ирина', role: 'payer' } as const;
    await portal.send(family.inviteContact, { body: { ...to, until_day: day('2026-12-20') } }, OWNER);
    expect((await lastTo(address)).replaceAll('\u00a0', ' ')).toContain('Доступ закроется 20 декабря в 00:00.');
  }
  await invite('payer', '79270000217');
  expect(await lastTo('79270000217')).not.toContain('закроется');
});

describe('somebody without a contract', () => {
  test('gets a link, proves the phone, chooses a password and sees the contract by her role', async () => {
    const made = await invite();
    expect(made.body).toMatchObject({ role: 'payer', label: 'Ирина', contact: { kind: 'phone', address: PHONE } });
    expect(Date.parse(made.body.expires_at) - portal.clock.now().getTime()).toBe(7 * DAY);
    const text = await lastTo(PHONE);
    expect(text).toMatch(/^Кузнецова М\. открывает вам свой договор: доступ плательщика\./);
    expect(text).toMatch(/\/lk\/support\/invited#[a-z2-9]{26}$/);
    const secret = await secretTo();
    expect((await look(secret)).body).toMatchObject({
      name: 'Кузнецова М.',
      role: 'payer',
      contact: '+7\u00a0•••\u00a0•••-02-16',
      code: null,
    });
    expect((await sendCode(secret)).body.code).not.toBeNull();
    const entered = await accept(secret, await codeTo());
    const headers = { authorization: `Bearer ${entered.body.access_token}` };
    const seen = await portal.send(contract.internetContract.get, {}, undefined, headers);
    expect(seen.body).toMatchObject({ contract_id: OWNER, role: 'payer', client_name: 'Кузнецова М.' });
    expect((await portal.send(contract.internetAccount.get, {}, undefined, headers)).status).toBe(200);
    expect((await portal.send(contract.support.getOrders, {}, undefined, headers)).status).toBe(403);
    const list = (await portal.send(family.get, {}, OWNER)).body;
    expect(list.invitations).toEqual([]);
    expect(list.members).toMatchObject([
      { contract_id: null, name: 'Ирина', contact: { kind: 'phone', address: PHONE }, role: 'payer', is_in: true },
    ]);
    expect(list.members[0]!.used_at).not.toBeNull();
    const sessions = (await portal.send(auth.sessions, {}, OWNER)).body;
    expect(sessions.map(({ acting }) => acting)).toContainEqual({ contract_id: null, name: 'Ирина', role: 'payer' });
    expect(await events()).toEqual(['share_invited', 'share_began', 'share_opened']);
    const told = (await portal.send(contract.notice.getMessages, {}, OWNER)).body;
    expect(told.find(({ title }) => title === 'Ваше приглашение приняли')?.body).toContain('Ирина');
  });

  test('signs in by the same phone on the ordinary page, and has the contract open', async () => {
    await accepted('technician');
    await portal.tokenOf(OTHER);
    // What was opened to somebody else later is not hers.
    portal.clock.advance(MINUTE);
    await portal.pool.query(
      `insert into contract_share (share_id, contract_id, member_id, role, since, used_at)
       values (gen_random_uuid(), 100002, $1, 'full', $2, $2)`,
      [OTHER, portal.clock.now()],
    );
    const { body } = await signIn('8 927 000-02-16', PASSWORD);
    const headers = { authorization: `Bearer ${body.access_token}` };
    const seen = await portal.send(contract.internetContract.get, {}, undefined, headers);
    expect(seen.body).toMatchObject({ contract_id: OWNER, role: 'technician' });
    // Her session has it open, beside that of the acceptance, and no session of others has.
    const sessions = (await portal.send(auth.sessions, {}, OWNER)).body;
    expect(sessions.filter(({ acting }) => acting !== null)).toHaveLength(2);
    expect(await signIn(PHONE, 'не-тот-пароль-12')).toMatchObject({ status: 401, body: { code: 'login_refused' } });
  });

  test('may be invited by e-mail, and chooses a passkey instead of a password', async () => {
    await invite('payer', 'irina@mail.example');
    const secret = await secretTo('irina@mail.example');
    await sendCode(secret);
    const entered = await accept(secret, await codeTo('irina@mail.example'), '');
    // Nothing is open until she has chosen how she will sign in: the passkey belongs to her own sign-in.
    const alone = { authorization: `Bearer ${entered.body.access_token}` };
    expect((await portal.send(contract.internetContract.get, {}, undefined, alone)).body.role).toBe('none');
    // She has nothing to confirm by, however long she thinks.
    portal.clock.advance(6 * MINUTE);
    const begun = await portal.send(security.beginPasskey, {}, undefined, alone);
    expect(begun).toMatchObject({ status: 200, body: { user_name: 'irina@mail.example' } });
  });

  test('is let in again by the code while she has no password: the tab was closed too early', async () => {
    await invite();
    const secret = await secretTo();
    await sendCode(secret);
    expect((await accept(secret, await codeTo(), '')).status).toBe(200);
    portal.clock.advance(2 * MINUTE);
    await invite();
    const again = await secretTo();
    await sendCode(again);
    expect((await accept(again, await codeTo())).status).toBe(200);
    expect((await portal.send(family.get, {}, OWNER)).body).toMatchObject({ members: [{}], invitations: [] });
    // Somebody else may have her phone by now: she hears of the password, and what was open before is closed.
    expect(await lastTo(PHONE)).toContain('Пароль кабинета сменили');
    const hers = await portal.pool.query<{ kind: string; count: number }>(
      `select kind, count(*)::integer as count from audit_event where contract_id < 0 and kind = 'password_changed' group by kind
       union all select end_reason, count(*)::integer from session where contract_id < 0 and ended_at is not null group by 1`,
    );
    expect(hers.rows).toEqual([
      { kind: 'password_changed', count: 1 },
      { kind: 'password_changed', count: 1 },
    ]);
    expect((await signIn(PHONE, PASSWORD)).status).toBe(200);
  });

  test('is let in again although she has begun a second step and left it', async () => {
    await invite();
    const secret = await secretTo();
    await sendCode(secret);
    const { body } = await accept(secret, await codeTo(), '');
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await portal.send(security.beginSecondStep, {}, undefined, headers)).status).toBe(200);
    portal.clock.advance(2 * MINUTE);
    await invite();
    const again = await secretTo();
    await sendCode(again);
    expect((await accept(again, await codeTo())).status).toBe(200);
    expect((await signIn(PHONE, PASSWORD)).status).toBe(200);
  });

  test('gets the access of a new invitation although the former one, whose term is over, is not ended for the record yet', async () => {
    await invite();
    const secret = await secretTo();
    await sendCode(secret);
    await accept(secret, await codeTo(), '');
    portal.clock.advance(2 * MINUTE);
    await portal.pool.query('update contract_share set ends_at = $1', [portal.clock.now()]);
    portal.clock.advance(1);
    await invite('full');
    const again = await secretTo();
    await sendCode(again);
    expect((await accept(again, await codeTo())).status).toBe(200);
    expect((await portal.send(family.get, {}, OWNER)).body).toMatchObject({
      members: [{ name: 'Ирина', role: 'full', until_day: null }],
      invitations: [],
    });
  });

  test('gets the role and the term of a new invitation while the former access holds', async () => {
    await invite('full');
    const secret = await secretTo();
    await sendCode(secret);
    await accept(secret, await codeTo(), '');
    portal.clock.advance(2 * MINUTE);
    const until_day = addDays(dayIn('Europe/Saratov', portal.clock.now()), 7);
    const body = { kind: 'phone', address: PHONE, label: 'Ирина', role: 'payer', until_day } as const;
    await portal.send(family.inviteContact, { body }, OWNER);
    const again = await secretTo();
    expect((await look(again)).body).toMatchObject({ role: 'payer' });
    await sendCode(again);
    const reply = await accept(again, await codeTo());
    expect(reply.status).toBe(200);
    expect((await portal.send(family.get, {}, OWNER)).body).toMatchObject({
      members: [{ name: 'Ирина', role: 'payer', until_day }],
      invitations: [],
    });
    const headers = { authorization: `Bearer ${reply.body.access_token}` };
    expect((await portal.send(contract.internetContract.get, {}, undefined, headers)).body).toMatchObject({
      contract_id: OWNER,
      role: 'payer',
    });
    expect(await events()).toEqual([
      'share_invited',
      'share_began',
      'share_invited',
      'share_role_changed',
      'share_term_changed',
      'share_opened',
    ]);
  });

  test('who signs in by the contact already, does so, and accepts as before', async () => {
    // A confirmed phone of an owner is a login; one that waits for its code, or is of a payer, is none.
    await portal.pool.query(
      `insert into further_contact (contract_id, kind, address, role, name, added_at, confirmed_at)
       values ($2, 'phone', $1, 'owner', 'Я', now(), now()), (100005, 'phone', $1, 'owner', 'Я', now(), null),
         (100005, 'phone', '79270000299', 'owner', 'Я', now(), now()), (100003, 'phone', $1, 'payer', 'Я', now(), now())`,
      [PHONE, OTHER],
    );
    const stranger = await invite();
    const secret = await secretTo();
    // Neither the owner nor the link tells that the phone is a client's.
    expect(Object.keys(stranger.body)).toEqual(Object.keys((await invite('payer', '79270009999')).body));
    await sendCode(secret);
    expect(await accept(secret, await codeTo())).toMatchObject({ status: 409, body: { code: 'invitation_sign_in' } });
    for (const who of [100_003, 100_005])
      expect((await portal.send(family.accept, { body: { code: secret } }, who)).body.code).toBe('invitation_refused');
    expect((await portal.send(family.accept, { body: { code: secret } }, OTHER)).status).toBe(200);
    expect((await portal.send(family.get, {}, OWNER)).body.members).toMatchObject([
      { contract_id: OTHER, contact: null },
    ]);
    expect((await signIn(PHONE, PASSWORD)).status).toBe(401);
  });

  test('with a sign-in of her own gets a second contract by it', async () => {
    await accepted();
    await invite('technician', PHONE, OTHER);
    const secret = await secretTo();
    await sendCode(secret);
    expect((await accept(secret, await codeTo())).body.code).toBe('invitation_sign_in');
    const { body: entered } = await signIn(PHONE, PASSWORD);
    const headers = { authorization: `Bearer ${entered.access_token}` };
    const { body: own } = await portal.send(family.open, { body: { share_id: null } }, undefined, headers);
    const alone = { authorization: `Bearer ${own.access_token}` };
    expect((await portal.send(family.accept, { body: { code: secret } }, undefined, alone)).status).toBe(200);
    const list = (await portal.send(family.contracts, {}, undefined, alone)).body;
    expect(
      list
        .slice(1)
        .map(({ contract_id }) => contract_id)
        .toSorted(),
    ).toEqual([OWNER, OTHER]);
    expect(list[0]).toMatchObject({ share_id: null, is_current: true });
  });
});

describe('what a person may do', () => {
  test('with no contract open: only what concerns her own sign-in', async () => {
    const { headers } = await accepted('full');
    const { body: own } = await portal.send(family.open, { body: { share_id: null } }, undefined, headers);
    const alone = { authorization: `Bearer ${own.access_token}` };
    const seen = await portal.send(contract.internetContract.get, {}, undefined, alone);
    expect(seen.body).toMatchObject({ role: 'none', client_name_io: 'Ирина', address: '' });
    const isLast = ({ path }: { path: string }) => /end-session|remove-password/.test(path);
    for (const call of allCalls.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
      if (call.access === 'public') continue;
      const { status, body } = await portal.send(
        call,
        call.path.includes('{') ? { params: { id: 1, order_id: 1 } } : {},
        undefined,
        alone,
      );
      const isKeptOut = status === 403 && (body as { code?: string } | null)?.code === 'not_in_role';
      expect.soft(isKeptOut, call.path).toBe(!PERSONS.has(call.path));
    }
  });

  test('nobody counts her as a client: there is nothing to charge, to tell or to import', async () => {
    await accepted();
    const { rows } = await portal.pool.query<{ accounts: number; services: number; persons: number }>(`
      select (select count(*)::int from account where contract_id < 0) as accounts,
        (select count(*)::int from service_user where contract_id < 0) as services,
        (select count(*)::int from contract where contract_id < 0) as persons`);
    expect(rows).toEqual([{ accounts: 0, services: 0, persons: 1 }]);
  });
});

/** What a person without an open contract may call, by hand. */
const PERSONS = new Set([
  '/v2/auth/confirm',
  '/v2/auth/sessions',
  '/v2/auth/end-session',
  '/v2/default/index',
  '/v2/family/look',
  '/v2/family/accept',
  '/v2/family/contracts',
  '/v2/family/open',
  '/v2/family/leave',
  '/v2/internet-contract',
  '/v2/security',
  '/v2/security/recovery',
  '/v2/security/recovery-switch',
  '/v2/security/change-password',
  '/v2/security/second-step-begin',
  '/v2/security/second-step-enable',
  '/v2/security/second-step-disable',
  '/v2/security/backup-codes',
  '/v2/security/set-password',
  '/v2/security/remove-password',
  '/v2/security/passkey-begin',
  '/v2/security/passkey-add',
  '/v2/security/passkey-rename',
  '/v2/security/passkey-remove',
  '/v2/telephone-number/list',
  '/v2/user/list',
  '/v2/user/overview',
]);

describe('the owner', () => {
  test('ends the access, and with it her sessions at once; her sign-in opens nothing then', async () => {
    const { headers } = await accepted();
    // In another session she has nothing open.
    const { body: other } = await signIn(PHONE, PASSWORD);
    const elsewhere = { authorization: `Bearer ${other.access_token}` };
    expect((await portal.send(family.open, { body: { share_id: null } }, undefined, elsewhere)).status).toBe(200);
    const { share_id } = (await portal.send(family.get, {}, OWNER)).body.members[0]!;
    expect((await portal.send(family.revoke, { body: { share_id } }, OWNER)).status).toBe(200);
    expect((await portal.send(contract.internetContract.get, {}, undefined, headers)).status).toBe(401);
    const { rows } = await portal.pool.query(
      `select contract_id < 0 as is_hers, end_reason from session where contract_id < 0 or end_reason = 'access_closed'
       order by end_reason`,
    );
    expect(rows).toEqual([
      { is_hers: true, end_reason: 'access_closed' },
      { is_hers: true, end_reason: null },
    ]);
    const { body } = await signIn(PHONE, PASSWORD);
    const alone = { authorization: `Bearer ${body.access_token}` };
    expect((await portal.send(contract.internetContract.get, {}, undefined, alone)).body.role).toBe('none');
    expect((await portal.send(contract.internetAccount.get, {}, undefined, alone)).status).toBe(403);
    // With a password she has something to confirm by.
    portal.clock.advance(6 * MINUTE);
    const unconfirmed = await portal.send(security.beginPasskey, {}, undefined, alone);
    expect(unconfirmed.body).toMatchObject({ code: 'confirmation_required' });
  });

  test('gives another role at once; tokens of the former one are not valid any more', async () => {
    const { headers } = await accepted('full');
    const [member] = (await portal.send(family.get, {}, OWNER)).body.members;
    const body = { share_id: member!.share_id, role: 'technician' } as const;
    const changed = await portal.send(family.changeRole, { body }, OWNER);
    expect(changed.status).toBe(200);
    // Her session goes on, with the new role.
    const sessions = (await portal.send(auth.sessions, {}, OWNER)).body;
    expect(sessions.map(({ acting }) => acting)).toContainEqual({
      contract_id: null,
      name: 'Ирина',
      role: 'technician',
    });
    expect((await portal.send(contract.internetContract.get, {}, undefined, headers)).status).toBe(401);
    const { body: entered } = await signIn(PHONE, PASSWORD);
    const now = { authorization: `Bearer ${entered.access_token}` };
    expect((await portal.send(contract.internetAccount.get, {}, undefined, now)).status).toBe(403);
    expect((await portal.send(family.get, {}, OWNER)).body.members).toMatchObject([
      { share_id: changed.body.share_id, name: 'Ирина', contact: { address: PHONE }, role: 'technician' },
    ]);
    expect((await portal.send(family.changeRole, { body }, OWNER)).status).toBe(404);
    const same = { share_id: changed.body.share_id, role: 'technician' } as const;
    expect((await portal.send(family.changeRole, { body: same }, OWNER)).body.share_id).toBe(changed.body.share_id);
    expect(await events()).toContain('share_role_changed');
  });

  test('sends an invitation again: the former link ends; not within a minute, and three times a day', async () => {
    const others = await invitedByAnother();
    const before = await others();
    const { body: made } = await invite();
    const first = await secretTo();
    const body = { invitation_id: made.invitation_id };
    expect((await portal.send(family.resend, { body }, OTHER)).status).toBe(404);
    expect(await portal.send(family.resend, { body }, OWNER)).toMatchObject({
      status: 429,
      body: { code: 'code_too_soon', message: 'Приглашение уже отправлено. Ещё раз можно через 60 с' },
    });
    expect((await look(first)).status).toBe(200);
    for (const _ of [2, 3]) {
      portal.clock.advance(MINUTE + 1);
      expect((await portal.send(family.resend, { body }, OWNER)).status).toBe(200);
    }
    expect(await look(first)).toMatchObject(over);
    expect((await look(await secretTo())).status).toBe(200);
    portal.clock.advance(MINUTE + 1);
    expect(await portal.send(family.resend, { body }, OWNER)).toMatchObject({
      status: 429,
      body: { message: 'На этот контакт сегодня отправили слишком много сообщений. Повторите завтра' },
    });
    expect(await others()).toEqual(before);
    // The whole system sends two hundred an hour.
    await portal.pool.query(
      `insert into contact_code (contract_id, kind, address, purpose, code_hash, sent_at, expires_at)
       select 100002, 'phone', '7927' || lpad(n::text, 7, '0'), 'other', '', $1, $1 from generate_series(1, 200) n`,
      [portal.clock.now()],
    );
    expect(await invite('payer', '79270009999')).toMatchObject({ status: 503, body: { code: 'overloaded' } });
  });

  test('invites a contact once at a time, after a confirmation, and hears of a refusal', async () => {
    const others = await invitedByAnother();
    const before = await others();
    await invite();
    expect((await invite()).body.code).toBe('invitation_waits');
    const secret = await secretTo();
    expect((await portal.send(invitation.refuse, { body: { secret } }, 'guest')).status).toBe(200);
    expect(await look(secret)).toMatchObject(over);
    const titles = (await portal.send(contract.notice.getMessages, {}, OWNER)).body.map(({ title }) => title);
    expect(titles).toContain('Приглашение отклонили');
    expect(await events()).toEqual(['share_invited', 'share_declined']);
    expect(await others()).toEqual(before);
    // Whoever has said no may be asked again, and whoever has not answered in time, too.
    for (const _ of [1, 2]) {
      portal.clock.advance(7 * DAY);
      await portal.tokenOf(OWNER);
      expect((await invite()).status).toBe(200);
    }
    portal.clock.advance(6 * MINUTE);
    expect((await invite()).body.code).toBe('confirmation_required');
  });
});

describe('a link', () => {
  test.each(['used', 'withdrawn', 'expired', 'resent', 'unknown'])(
    'that is %s tells nothing, in the same words',
    async (why) => {
      const { body: made } = await invite();
      const secret = await secretTo();
      const named = { invitation_id: made.invitation_id };
      if (why === 'used') {
        await sendCode(secret);
        await accept(secret, await codeTo());
      } else if (why === 'withdrawn') await portal.send(family.withdraw, { body: named }, OWNER);
      else if (why === 'expired') portal.clock.advance(7 * DAY);
      else if (why === 'resent') {
        portal.clock.advance(2 * MINUTE);
        await portal.send(family.resend, { body: named }, OWNER);
      }
      const typed = why === 'unknown' ? 'a'.repeat(26) : secret;
      expect(await look(typed)).toMatchObject(over);
      expect(await sendCode(typed)).toMatchObject(over);
      expect(await accept(typed, '000000')).toMatchObject(over);
      expect(await portal.send(invitation.refuse, { body: { secret: typed } }, 'guest')).toMatchObject(over);
    },
  );

  test('cannot be guessed: a network that tries many is kept out, with a right one, too', async () => {
    await invite();
    const secret = await secretTo();
    for (const n of Array(30).keys()) await look(String(n).padStart(26, 'a'));
    expect((await look(secret)).status).toBe(429);
  });

  test('is not enough: its code has five tries, and is of no other invitation', async () => {
    await invite();
    const secret = await secretTo();
    await sendCode(secret);
    const code = await codeTo();
    const wrong = code === '000000' ? '111111' : '000000';
    for (const _ of Array(5)) expect((await accept(secret, wrong)).body.code).toBe('code_wrong');
    expect((await accept(secret, code)).body.code).toBe('code_wrong');
    await invite('payer', '79270009999');
    expect((await accept(await secretTo('79270009999'), code)).body.code).toBe('code_wrong');
  });

  test('sends four codes a day at most', async () => {
    await invite();
    const secret = await secretTo();
    // The invitation itself counts for its own day.
    portal.clock.advance(DAY + MINUTE);
    for (const _ of Array(4)) {
      expect((await sendCode(secret)).status).toBe(200);
      portal.clock.advance(MINUTE + 1);
    }
    expect(await sendCode(secret)).toMatchObject({ status: 429, body: { code: 'code_too_soon' } });
  });

  test('and its code are in no table and no journal', async () => {
    const { secret } = await accepted();
    await portal.work();
    const { rows } = await portal.pool.query<{ line: string }>(
      `select i::text as line from share_invitation i union all select detail::text from audit_event
       union all select encode(request_hash, 'hex') from idempotency_key union all select body from message
       union all select coalesce(payload::text, '') from outbox_effect`,
    );
    for (const { line } of rows) expect(line).not.toContain(secret);
  });

  test('of two who accept it at once with the right code, one makes the sign-in', async () => {
    await invite();
    const secret = await secretTo();
    await sendCode(secret);
    const code = await codeTo();
    const both = await Promise.all([1, 2].map(() => accept(secret, code)));
    expect(both.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const { rows } = await portal.pool.query('select contract_id from contract where contract_id < 0');
    expect(rows).toHaveLength(1);
    expect((await portal.send(family.get, {}, OWNER)).body.members).toHaveLength(1);
  });

  test('of two links to one phone that are accepted at once, one makes the sign-in', async () => {
    const codes: { secret: string; code: string }[] = [];
    for (const who of [OWNER, OTHER]) {
      await invite('payer', PHONE, who);
      const secret = await secretTo();
      await sendCode(secret);
      codes.push({ secret, code: await codeTo() });
      portal.clock.advance(2 * MINUTE);
    }
    const both = await Promise.all(codes.map(({ secret, code }) => accept(secret, code)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { rows } = await portal.pool.query('select contract_id from contract where contract_id < 0');
    expect(rows).toHaveLength(1);
  });

  test('that is accepted while somebody refuses it is not refused: the owner hears only that it was accepted', async () => {
    const { body: made } = await invite();
    const secret = await secretTo();
    const other = await portal.pool.connect();
    try {
      await other.query('begin');
      await other.query(
        `with made as (
           insert into contract_share (share_id, contract_id, member_id, role, since)
           values (gen_random_uuid(), $1, $2, 'payer', $3) returning share_id)
         update share_invitation set share_id = made.share_id from made where invitation_id = $4`,
        [OWNER, OTHER, portal.clock.now(), made.invitation_id],
      );
      const refused = portal.send(invitation.refuse, { body: { secret } }, 'guest');
      await expect.poll(() => lockWaits(portal)).toBeGreaterThan(0);
      await other.query('commit');
      expect(await refused).toMatchObject(over);
    } finally {
      other.release();
    }
    expect(await events()).toEqual(['share_invited']);
    const titles = (await portal.send(contract.notice.getMessages, {}, OWNER)).body.map(({ title }) => title);
    expect(titles).not.toContain('Приглашение отклонили');
  });

  test('repeated with its code, because the reply was lost, signs the same person in', async () => {
    await accepted('technician', MAIL);
    const { secret, code } = await accepted();
    const { status, body } = await accept(secret, code);
    expect(status).toBe(200);
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await portal.send(contract.internetContract.get, {}, undefined, headers)).body.role).toBe('payer');
    const { rows } = await portal.pool.query('select contract_id from contract where contract_id < 0');
    expect(rows).toHaveLength(2);
    portal.clock.advance(11 * MINUTE);
    expect(await accept(secret, code)).toMatchObject(over);
  });

  test('from a foreign page is refused', async () => {
    const { status, body } = await portal.send(
      invitation.accept,
      { body: { secret: 'a'.repeat(26), code: '000000' } },
      'guest',
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    );
    expect({ status, code: (body as unknown as { code: string }).code }).toEqual({
      status: 403,
      code: 'forbidden_origin',
    });
  });

  test('gives no weak password', async () => {
    await invite();
    const secret = await secretTo();
    await sendCode(secret);
    const code = await codeTo();
    expect((await accept(secret, code, '12345678')).status).toBe(422);
    expect((await accept(secret, code)).status).toBe(200);
  });
});
