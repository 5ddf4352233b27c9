import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { addDays, addMonths, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { startSession } from '#server/domain/identity/session/session.ts';
import { followTerms } from '#server/jobs/identity/terms.ts';
import { listenTo } from '../../../../test/portal/listening-browser.ts';
import { PUBLIC_URL, testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { get, invite, inviteContact, changeTerm, changeRole, revoke, look, accept, contracts, open } = contract.family;

const [OWNER, MEMBER] = [100_001, 100_004];
const MINUTE = 60_000;
const DEVICE = { ip: '95.24.10.7', browser: 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36' };

const todayOf = ({ clock, provider }: TestPortal['world']): Day => dayIn(provider.time_zone, clock.now());
const midnightOf = (portal: TestPortal, day: Day): Date => new Date(dayStart(day, portal.world.provider.time_zone));

/** Four minutes before tomorrow; nothing of the demo is shared. */
async function lateEvening() {
  const portal = await testPortal();
  await portal.pool.query('delete from contract_share');
  const tomorrow = addDays(todayOf(portal.world), 1);
  const midnight = midnightOf(portal, tomorrow);
  portal.clock.set(new Date(midnight.getTime() - 4 * MINUTE));
  return { portal, tomorrow, midnight };
}

/** The owner has shared the contract until tomorrow, and the member has it open. */
async function acting(until?: (tomorrow: Day) => Day | null) {
  const evening = await lateEvening();
  const { portal, tomorrow } = evening;
  const until_day = until ? until(tomorrow) : tomorrow;
  const { code } = (await portal.send(invite, { body: { role: 'payer', until_day } }, OWNER)).body;
  const { share_id } = (await portal.send(accept, { body: { code } }, MEMBER)).body;
  const pass = await portal.world.db.write((tx) => startSession(tx, MEMBER, DEVICE, portal.clock.now()));
  const own = { authorization: `Bearer ${pass.accessToken}` };
  const { body } = await portal.send(open, { body: { share_id } }, undefined, own);
  const headers = { authorization: `Bearer ${body.access_token}` };
  const refresh = `${pass.refresh.sessionId}.${pass.refresh.secret}`;
  return { ...evening, share_id, headers, refresh };
}

const messages = async (portal: TestPortal, who: number) =>
  (await portal.send(contract.notice.getMessages, {}, who)).body.map(({ title }) => title);

const tell = (portal: TestPortal) => followTerms(portal.world);

describe('a term', () => {
  test('is shown to the owner, to the invited and to the member', async () => {
    const { portal, tomorrow } = await lateEvening();
    const until_day = addMonths(addDays(tomorrow, -1), 1);
    const made = (await portal.send(invite, { body: { role: 'payer', until_day } }, OWNER)).body;
    expect(made.until_day).toBe(until_day);
    expect((await portal.send(get, {}, OWNER)).body.invitations).toMatchObject([{ until_day }]);
    const { code } = made;
    expect((await portal.send(look, { body: { code } }, MEMBER)).body).toMatchObject({ until_day });
    await portal.send(accept, { body: { code } }, MEMBER);
    expect((await portal.send(get, {}, OWNER)).body.members).toMatchObject([{ until_day }]);
    expect((await portal.send(contracts, {}, MEMBER)).body).toMatchObject([{ until_day: null }, { until_day }]);
  });

  test('begins tomorrow and is a year at most', async () => {
    const { portal, tomorrow } = await lateEvening();
    const ask = async (until_day: Day) =>
      (await portal.send(invite, { body: { role: 'payer', until_day } }, OWNER)).status;
    const today = addDays(tomorrow, -1);
    const year = addMonths(today, 12);
    expect([await ask(today), await ask(addDays(year, 1))]).toEqual([422, 422]);
    expect([await ask(tomorrow), await ask(year)]).toEqual([200, 200]);
    const to = { kind: 'phone', address: '79270000216', label: 'Ирина', role: 'payer' } as const;
    const refused = await portal.send(inviteContact, { body: { ...to, until_day: today } }, OWNER);
    expect(refused.body).toMatchObject({ errors: [{ path: 'body.until_day' }] });
  });

  test('that is over takes its invitation with it', async () => {
    const { portal, tomorrow, midnight } = await lateEvening();
    const made = (await portal.send(invite, { body: { role: 'payer', until_day: tomorrow } }, OWNER)).body;
    expect(made.expires_at).toBe(midnight.toISOString());
    portal.clock.set(midnight);
    expect((await portal.send(accept, { body: { code: made.code } }, MEMBER)).body).toMatchObject({
      code: 'invitation_refused',
    });
  });
});

describe('at the midnight of the provider', () => {
  test('every call of the member is refused, with his token known; one millisecond before none is', async () => {
    const { portal, midnight, headers } = await acting();
    const shown = async () => (await portal.send(contract.internetContract.get, {}, undefined, headers)).status;
    const parts = async () =>
      (await portal.send(contract.byDefault.index, { body: { internetContract: {} } }, undefined, headers)).status;
    portal.clock.set(new Date(midnight.getTime() - 1));
    expect([await shown(), await parts()]).toEqual([200, 200]);
    portal.clock.set(midnight);
    expect([await shown(), await parts()]).toEqual([401, 401]);
    expect((await portal.send(open, { body: { share_id: null } }, undefined, headers)).status).toBe(401);
    expect((await portal.send(get, {}, OWNER)).body.members).toEqual([]);
    expect((await portal.send(contracts, {}, MEMBER)).body).toHaveLength(1);
  });

  test('a link to a document that the member has made opens nothing', async () => {
    const { portal, midnight, headers } = await acting();
    const body = { kind: 'statement', p: 'i', from: '2026-10-01', until: '2026-11-20', format: 'csv' } as const;
    const made = async () => {
      const { url } = (await portal.send(contract.document.link, { body }, undefined, headers)).body;
      return new URL(url).searchParams.get('access-token')!;
    };
    const fetched = async (secret: string) =>
      (
        await portal.inject({
          method: 'POST',
          url: '/lk/document',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: `access-token=${secret}`,
        })
      ).statusCode;
    portal.clock.set(new Date(midnight.getTime() - 1));
    const [before, after] = [await made(), await made()];
    expect(await fetched(before)).toBe(200);
    portal.clock.set(midnight);
    expect(await fetched(after)).toBe(410);
  });

  test('an idle stream ends and hears nothing more', async () => {
    const { portal, midnight, headers } = await acting();
    const stream = await listenTo(portal, headers);
    await stream.next('hello');
    portal.clock.set(midnight);
    await portal.pool.query(`update service_user set name = name || '!' where contract_id = ${OWNER}`);
    expect((await stream.next('end')).data).toEqual({ why: 'over' });
    expect(stream.heard.filter(({ event }) => event === 'outdated')).toEqual([]);
  });

  test('the session goes on with its own contract, also before the job has run', async () => {
    const { portal, midnight, refresh } = await acting();
    portal.clock.set(midnight);
    const reply = await portal.inject({
      method: 'POST',
      url: '/lk/auth',
      headers: {
        origin: PUBLIC_URL,
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `ilkat=anything; __Secure-kabinet=${refresh}`,
      },
      payload: 'forceRefresh=1',
    });
    const headers = { authorization: `Bearer ${reply.json<{ access_token: string }>().access_token}` };
    const shown = await portal.send(contract.internetContract.get, {}, undefined, headers);
    expect(shown.body).toMatchObject({ contract_id: MEMBER, role: null });
  });

  test('the same contract may be shared again at once', async () => {
    const { portal, midnight } = await acting();
    portal.clock.set(midnight);
    const { code } = (await portal.send(invite, { body: { role: 'full' } }, OWNER)).body;
    expect((await portal.send(accept, { body: { code } }, MEMBER)).body).toMatchObject({ role: 'full' });
    expect((await portal.send(get, {}, OWNER)).body.members).toMatchObject([{ role: 'full', until_day: null }]);
  });

  test('both sides are told once that it is over', async () => {
    const { portal, midnight } = await acting();
    portal.clock.set(midnight);
    for (const _ of [1, 2]) await tell(portal);
    const { rows } = await portal.pool.query('select end_reason, ended_at from contract_share');
    expect(rows).toEqual([{ end_reason: 'expired', ended_at: midnight.toISOString() }]);
    const over = (titles: string[]) => titles.filter((title) => title.includes('закончился'));
    expect(over(await messages(portal, OWNER))).toEqual(['Доступ к вашему договору закончился']);
    expect(over(await messages(portal, MEMBER))).toEqual(['Доступ к чужому договору закончился']);
  });
});

describe('the owner', () => {
  test('takes a term away: the access goes on', async () => {
    const { portal, share_id, midnight, headers } = await acting();
    expect((await portal.send(changeTerm, { body: { share_id, until_day: null } }, OWNER)).status).toBe(200);
    portal.clock.set(midnight);
    expect((await portal.send(contract.internetContract.get, {}, undefined, headers)).status).toBe(200);
    expect(await messages(portal, MEMBER)).toContain('Срок доступа к чужому договору изменён');
  });

  test('shortens a term: the new one holds for who listens already', async () => {
    const { portal, share_id, tomorrow, midnight, headers } = await acting((day) => addDays(day, 30));
    const stream = await listenTo(portal, headers);
    await stream.next('hello');
    for (const _ of [1, 2]) {
      await portal.send(changeTerm, { body: { share_id, until_day: tomorrow } }, OWNER);
      portal.clock.advance(1000);
    }
    // Who has just been told of tomorrow is not reminded of it besides.
    await tell(portal);
    expect((await messages(portal, MEMBER)).filter((title) => title.startsWith('Завтра'))).toEqual([]);
    const { rows } = await portal.pool.query(
      `select contract_id::int as id from audit_event where kind = 'share_term_changed' order by 1`,
    );
    expect(rows).toEqual([{ id: OWNER }, { id: MEMBER }]);
    expect((await stream.next('end')).data).toEqual({ why: 'over' });
    portal.clock.set(midnight);
    expect((await portal.send(contract.internetContract.get, {}, undefined, headers)).status).toBe(401);
    const changed = (await messages(portal, MEMBER)).filter((title) => title.includes('изменён'));
    expect(changed).toHaveLength(1);
  });

  test('gives another role: the term stays', async () => {
    const { portal, share_id, tomorrow } = await acting();
    await portal.send(changeRole, { body: { share_id, role: 'full' } }, OWNER);
    expect((await portal.send(get, {}, OWNER)).body.members).toMatchObject([{ role: 'full', until_day: tomorrow }]);
  });

  test('cannot set a term of an access that is closed, nor of a foreign one', async () => {
    const { portal, share_id } = await acting();
    const ask = async (who: number) =>
      (await portal.send(changeTerm, { body: { share_id, until_day: null } }, who)).status;
    expect(await ask(MEMBER)).toBe(404);
    await portal.send(revoke, { body: { share_id } }, OWNER);
    expect(await ask(OWNER)).toBe(404);
  });
});

test('both sides are reminded once, the day before', async () => {
  const { portal, tomorrow } = await acting((day) => addDays(day, 1));
  const soon = (titles: string[]) => titles.filter((title) => title.startsWith('Завтра'));
  await tell(portal);
  expect(soon(await messages(portal, OWNER))).toEqual([]);
  portal.clock.set(midnightOf(portal, tomorrow));
  for (const _ of [1, 2]) await tell(portal);
  expect(soon(await messages(portal, OWNER))).toEqual(['Завтра закончится доступ к вашему договору']);
  expect(soon(await messages(portal, MEMBER))).toEqual(['Завтра закончится доступ к чужому договору']);
});
