import { beforeEach, describe, expect, test } from 'vitest';
import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { staffContract } from '@kabinet/contract/staff';
import { openIdConnect } from '#server/integrations/openid/openid-connect.ts';
import { Authenticator } from '../portal/authenticator.ts';
import { CLIENT, openIdProvider } from '../portal/openid-provider.ts';
import { PUBLIC_URL, testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, sendStaff, sessionIn, staffToken } from '../portal/staff.ts';

const { entry, openId, ownOpenId, own, staff, me } = staffContract;
const MINUTE = 60_000;
const MFA = ['pwd', 'mfa'];

type Session = Record<string, string>;
let provider: Awaited<ReturnType<typeof openIdProvider>>;
let portal: TestPortal;
let admin: Session;
beforeEach(async () => {
  provider = await openIdProvider(PUBLIC_URL);
  portal = await portalOf();
  admin = await as('admin');
});

/** A portal whose staff come in by this provider. */
const portalOf = (issuer = provider.issuer, proofs = [{ claim: 'amr' as const, value: 'mfa' }]) =>
  testPortal({
    template: 'empty',
    throughOutside: (outside) => ({
      ...outside,
      openId: openIdConnect({ ...CLIENT, issuer, label: 'учётной записью', proofs }),
    }),
  });

const as = async (...roles: OperatorRole[]): Promise<Session> => cookieOf(await staffToken(portal, ...roles));
const left = async () => (await sendStaff(portal, openId.begin, {})).body;
type Back = Parameters<typeof finish>[0];

/** Leaves, signs in there, comes back. */
async function returned(): Promise<{ flow: string; code: string; state: string; iss: string }> {
  const { url, flow } = await left();
  const { code = '', state = '', iss = '' } = await provider.visit(url);
  return { flow, code, state, iss };
}
const finish = (back: { flow: string; code: string; state: string; iss?: string }, invitation?: string) =>
  sendStaff(portal, openId.finish, { body: { back, ...(invitation !== undefined && { invitation }) } });

const invite = async (login: string) =>
  (await sendStaff(portal, staff.add, { body: { login, roles: ['support'] } }, admin)).body.code;
/** A person who comes in by the provider's sign-in. */
async function vera(): Promise<Session> {
  const accepted = await finish(await returned(), await invite('vera'));
  expect(accepted.status).toBe(200);
  return cookieOf(sessionIn(accepted.headers));
}

describe('the provider’s own sign-in', () => {
  test('links a person by her invitation; from then on it alone lets her in', async () => {
    const session = await vera();
    expect((await sendStaff(portal, me.get, {}, session)).body).toMatchObject({
      login: 'vera',
      session: { openid: true, passkeys: 0, spare_codes_left: 0 },
    });
    expect((await finish(await returned())).body.login).toBe('vera');
    const listed = (await sendStaff(portal, staff.list, {}, admin)).body.find(({ login }) => login === 'vera');
    expect(listed?.state).toBe('active');
    const { rows } = await portal.pool.query<{ by: string }>(
      `select input ->> 'by' as by from operator_action where call = 'sign-in'`,
    );
    expect(rows).toEqual([{ by: 'openid' }, { by: 'openid' }]);
  });

  test('takes the place of what let her in before, and gives place to what does next', async () => {
    portal.world.provider.second_person.for_rights = false;
    await as('cashier');
    await portal.pool.query(`
      with olga as (update staff_person set login = 'olga' where 'cashier' = any(roles) returning person_id)
      insert into staff_spare_code (person_id, code_mark) select person_id, '\\x00' from olga`);
    const again = async () => (await sendStaff(portal, staff.invite, { body: { login: 'olga' } }, admin)).body.code;
    expect((await finish(await returned(), await again())).body.login).toBe('olga');
    const { rows } = await portal.pool.query(
      `select password_hash, totp_secret, (select count(*)::int from staff_spare_code) as codes from staff_person where login = 'olga'`,
    );
    expect(rows).toEqual([{ password_hash: null, totp_secret: null, codes: 0 }]);
    const code = await again();
    const opened = await sendStaff(portal, entry.openInvitation, { body: { code } });
    const body = { code, password: 'korabl-u-pristani', passkey: new Authenticator().make(opened.body.passkey) };
    expect((await sendStaff(portal, entry.acceptInvitation, { body })).status).toBe(200);
    expect((await finish(await returned())).body.code).toBe('openid_unknown');
  });

  test('gives nobody an account: who is not linked stays outside, whatever she is called', async () => {
    await vera();
    provider.visitedBy({ sub: 'vera', amr: MFA });
    expect((await finish(await returned())).body.code).toBe('openid_unknown');
    expect((await finish(await returned(), 'no such invitation')).body.code).toBe('invitation_over');
  });

  test('is refused without the second factor, as the settings want it', async () => {
    await vera();
    for (const amr of [undefined, [], ['pwd']]) {
      provider.visitedBy({ sub: 'olga@ad', ...(amr && { amr }) });
      expect((await finish(await returned())).body.code, String(amr)).toBe('openid_second_factor');
    }
    portal = await portalOf(provider.issuer, [{ claim: 'acr' as never, value: '2' }]);
    admin = await as('admin');
    const { url } = await left();
    expect(new URL(url).searchParams.get('acr_values')).toBe('2');
    provider.visitedBy({ sub: 'olga@ad', amr: MFA, acr: '1' });
    expect((await finish(await returned(), await invite('vera'))).body.code).toBe('openid_second_factor');
    provider.visitedBy({ sub: 'olga@ad', acr: '2' });
    expect((await finish(await returned(), await invite('anna'))).status).toBe(200);
  });

  test('comes back once, in ten minutes, to the browser that left', async () => {
    await vera();
    const [first, second] = [await returned(), await returned()];
    const refused = async (back: Back) => (await finish(back)).body.code;
    expect(await refused({ ...first, flow: second.flow })).toBe('openid_refused');
    expect(await refused({ ...first, state: second.state, flow: second.flow })).toBe('openid_refused');
    expect(await refused({ ...first, flow: first.flow.slice(1) })).toBe('openid_refused');
    expect(await refused(first)).toBe(undefined);
    expect(await refused(first)).toBe('openid_refused');
    // Also one that the provider has refused: it would take its own code.
    const third = await returned();
    expect(await refused({ ...third, code: 'another' })).toBe('openid_refused');
    expect(await refused(third)).toBe('openid_refused');
    const inTime = await returned();
    portal.clock.advance(9 * MINUTE);
    expect(await refused(inTime)).toBe(undefined);
    const late = await returned();
    portal.clock.advance(10 * MINUTE);
    expect(await refused(late)).toBe('openid_refused');
  });

  test('is refused from another issuer, with another nonce or verifier, and after too many failures', async () => {
    await vera();
    const back = await returned();
    expect((await finish({ ...back, iss: 'https://evil.example' })).body.code).toBe('openid_refused');
    const { vault } = portal.world.outside;
    for (const part of [{ nonce: 'another' }, { verifier: 'v'.repeat(43) }]) {
      const { flow, ...rest } = await returned();
      const inside = JSON.parse(vault.open(Buffer.from(flow, 'base64url'), 'staff openid door')) as object;
      const other = vault.seal(JSON.stringify({ ...inside, ...part }), 'staff openid door').toString('base64url');
      expect((await finish({ ...rest, flow: other })).body.code, JSON.stringify(part)).toBe('openid_refused');
    }
    let code: string | undefined;
    for (let i = 0; i < 200 && code !== 'too_many_requests'; i++) code = (await finish(back)).body.code;
    expect(code).toBe('too_many_requests');
  });

  test('lets in neither who is shut out, nor anybody while it is away', async () => {
    const session = await vera();
    await sendStaff(portal, staff.block, { body: { login: 'vera' } }, admin);
    expect((await sendStaff(portal, me.get, {}, session)).status).toBe(401);
    expect((await finish(await returned())).body.code).toBe('login_refused');
    const back = await returned();
    provider.close();
    expect((await finish(back)).body.code).toBe('outside_unavailable');
  });

  test('is left with the session here', async () => {
    const session = await vera();
    const { body } = await sendStaff(portal, entry.signOut, {}, session);
    expect(body.was_signed_in).toBe(true);
    const at = new URL(body.leave_at ?? '');
    expect(at.origin).toBe(provider.issuer);
    expect(at.searchParams.get('post_logout_redirect_uri')).toBe('http://127.0.0.1:8080/staff/');
    expect((await sendStaff(portal, entry.signOut, {}, await as('support'))).body.leave_at).toBeNull();
  });
});

describe('in a session', () => {
  async function proved(session: Session) {
    const { body } = await sendStaff(portal, ownOpenId.begin, {}, session);
    const { code = '', state = '', iss = '' } = await provider.visit(body.url);
    return { flow: body.flow, code, state, iss };
  }

  test('it is linked after a proof, signs in, confirms, and is unlinked while something else lets in', async () => {
    const session = await as('support');
    const back = await proved(session);
    expect((await finish(back)).body.code).toBe('openid_refused');
    const linked = await sendStaff(portal, ownOpenId.link, { body: { back: await proved(session) } }, session);
    expect(linked.body).toEqual({ issuer: provider.issuer });
    expect((await finish(await returned())).status).toBe(200);
    await portal.pool.query('update staff_session set confirmed_at = null');
    expect((await sendStaff(portal, ownOpenId.unlink, {}, session)).body.code).toBe('confirmation_required');
    const confirm = { body: { openid: await proved(session) } };
    expect((await sendStaff(portal, own.confirm, confirm, session)).status).toBe(200);
    expect((await sendStaff(portal, ownOpenId.unlink, {}, session)).body.was_linked).toBe(true);
    expect((await finish(await returned())).body.code).toBe('openid_unknown');
    expect((await sendStaff(portal, ownOpenId.unlink, {}, session)).body.was_linked).toBe(false);
  });

  test('another one of the same person takes its place', async () => {
    const session = await as('support');
    const link = async () => sendStaff(portal, ownOpenId.link, { body: { back: await proved(session) } }, session);
    expect((await link()).status).toBe(200);
    provider.visitedBy({ sub: 'olga@new', amr: MFA });
    expect((await link()).status).toBe(200);
    expect((await finish(await returned())).status).toBe(200);
    provider.visitedBy({ sub: 'olga@ad', amr: MFA });
    expect((await finish(await returned())).body.code).toBe('openid_unknown');
  });

  test('another person’s neither confirms nor is taken over, and the last way in stays', async () => {
    const session = await vera();
    const other = await as('cashier');
    const taken = await sendStaff(portal, ownOpenId.link, { body: { back: await proved(other) } }, other);
    expect(taken.body.code).toBe('openid_taken');
    const confirm = { body: { openid: await proved(other) } };
    expect((await sendStaff(portal, own.confirm, confirm, other)).body.code).toBe('openid_refused');
    expect((await sendStaff(portal, ownOpenId.unlink, {}, session)).body.code).toBe('last_way_in');
  });

  test('a new invitation ends the link', async () => {
    await vera();
    const { body } = await sendStaff(portal, staff.invite, { body: { login: 'vera' } }, admin);
    provider.visitedBy({ sub: 'vera@new', amr: MFA });
    expect((await finish(await returned(), body.code)).status).toBe(200);
    provider.visitedBy({ sub: 'olga@ad', amr: MFA });
    expect((await finish(await returned())).body.code).toBe('openid_unknown');
  });
});

test('without the setting there is no such sign-in', async () => {
  portal = await testPortal({ template: 'empty' });
  await as('admin');
  expect((await sendStaff(portal, openId.ways, {})).body).toEqual({ label: null });
  expect((await sendStaff(portal, openId.begin, {})).body.code).toBe('openid_absent');
});
