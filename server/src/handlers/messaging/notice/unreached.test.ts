import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal } from '../../../../test/portal/portal.ts';

const WHO = 100_001;
const NO_SMS = 'СМС отсюда пока не отправляются, поэтому код не придёт. Позвоните в поддержку';

const reaching = (reaches: Readonly<Record<'phone' | 'email', boolean>>) =>
  testPortal({ throughOutside: (outside) => ({ ...outside, reaches }) });
/** A portal without a gateway of text messages. */
const withoutSms = () => reaching({ phone: false, email: true });

test('no code is promised by text message if none can be sent, and nothing waits for one', async () => {
  const portal = await withoutSms();
  const refused = { status: 409, body: { code: 'channel_absent', message: NO_SMS } };
  const { notice, recovery } = contract;
  expect(await portal.send(notice.setMobile, { body: { phone_number: '+7 927 555-00-11' } }, WHO)).toMatchObject(
    refused,
  );
  const added = { kind: 'phone', address: '+7 927 555-00-12', role: 'payer', name: '' } as const;
  expect(await portal.send(notice.addContact, { body: added }, WHO)).toMatchObject(refused);
  for (const login of ['100001', 'nobody-has-it']) {
    expect(await portal.send(recovery.begin, { body: { login, by: 'phone' } })).toMatchObject(refused);
  }
  expect((await portal.pool.query(`select from contact_code where kind = 'phone'`)).rowCount).toBe(0);
  expect((await portal.send(recovery.begin, { body: { login: '100001', by: 'email' } })).status).toBe(200);
  const { body: settings } = await portal.send(notice.settings, {}, WHO);
  expect(settings.channels.map(({ channel }) => channel)).not.toContain('sms');
  const page = await portal.inject({ method: 'GET', url: '/lk/provider.json' });
  expect(page.json()).toMatchObject({ codes: { phone: false, email: true } });
});

test('nor by mail if no letter leaves, and no letters of a mailbox are forwarded by a code that would not come', async () => {
  const portal = await reaching({ phone: true, email: false });
  const refused = { status: 409, body: { code: 'channel_absent' } };
  const { notice, recovery, emailUser } = contract;
  expect(await portal.send(recovery.begin, { body: { login: '100001', by: 'email' } })).toMatchObject(refused);
  const [box] = (await portal.send(emailUser.list, {}, WHO)).body;
  const body = { user_id: box?.user_id ?? 0, target: 'sestra@mail.example' };
  expect(await portal.send(emailUser.forward, { body }, WHO)).toMatchObject(refused);
  const { body: settings } = await portal.send(notice.settings, {}, WHO);
  const channels = settings.channels.map(({ channel }) => channel);
  expect([channels.includes('mail'), channels.includes('sms')]).toEqual([false, true]);
});

test('a page is told of ways of codes only if one is missing', async () => {
  const portal = await testPortal();
  const page = await portal.inject({ method: 'GET', url: '/lk/provider.json' });
  expect(page.json()).not.toHaveProperty('codes');
});

test('a forgotten password of a service is offered by what is connected only', async () => {
  const [portal, whole] = [await withoutSms(), await testPortal()];
  const waysOf = async (one: typeof portal) => {
    const { body: users } = await one.send(contract.user.list, { query: { user_type: 'internet' } }, WHO);
    const id = users[0]?.user_id ?? 0;
    const { body } = await one.send(contract.internetUser.entry, { params: { id } }, WHO);
    const { body: hours } = await one.send(contract.internetSchedule.get, { params: { id } }, WHO);
    const ways = body.recover.map(({ channel }) => channel);
    // The password of the hours of access is sent by the same ways.
    expect(hours.recover.map(({ channel }) => channel)).toEqual(ways);
    return { id, ways };
  };
  expect((await waysOf(whole)).ways).toContain('phone');
  const { id, ways } = await waysOf(portal);
  expect(ways).not.toContain('phone');
  const sent = await portal.send(contract.internetUser.sendPassword, { body: { user_id: id, channel: 'phone' } }, WHO);
  expect(sent).toMatchObject({ status: 409, body: { code: 'channel_absent' } });
});

test('the only way to a new password by which a code can come is not closed', async () => {
  const portal = await withoutSms();
  const close = (kind: 'phone' | 'email') =>
    portal.send(contract.security.switchRecovery, { body: { kind, is_open: false } }, WHO);
  const refusal = 'Выключить нельзя: СМС отсюда пока не отправляются';
  const { body } = await portal.send(contract.security.recovery, {}, WHO);
  expect(body.ways.map(({ kind, why_open }) => [kind, why_open])).toEqual([
    ['phone', null],
    ['email', refusal],
  ]);
  expect(await close('email')).toMatchObject({ status: 409, body: { code: 'last_way_in', message: refusal } });
  expect((await close('phone')).status).toBe(200);
});

test('no paid package of text messages is sold where none are sent, nor previewed, and nobody is invited by phone', async () => {
  const portal = await withoutSms();
  for (const call of [contract.notice.mobilePackage, contract.notice.mobilePackagePreview]) {
    const reply = await portal.send(call, { body: { status: 'on' } }, WHO);
    expect.soft(reply).toMatchObject({ status: 409, body: { code: 'channel_absent' } });
  }
  expect((await portal.send(contract.notice.mobilePackage, { body: { status: 'off' } }, WHO)).status).toBe(200);
  const to = { kind: 'phone', address: '79270000216', label: 'Ирина', role: 'payer' } as const;
  expect(await portal.send(contract.family.inviteContact, { body: to }, WHO)).toMatchObject({
    status: 409,
    body: { code: 'channel_absent' },
  });
});
