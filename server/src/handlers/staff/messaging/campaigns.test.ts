import { beforeEach, describe, expect, test } from 'vitest';
import { operatorContract, staffContract } from '@kabinet/contract/staff';
import { sendCampaign } from '#server/domain/messaging/campaign/campaign.ts';
import { unsubscribeToken } from '#server/domain/messaging/unsubscribe.ts';
import { smsParts } from '#server/domain/messaging/campaign/sms-parts.rules.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

const { campaigns } = operatorContract;

let portal: TestPortal;
let who: Record<string, string>;

const WRITTEN = { kind: 'service', title: 'Работы на линии', text: 'Ночью на час пропадёт интернет.' } as const;

const send = async (more: object = {}) =>
  (await sendStaff(portal, campaigns.send, { body: { ...WRITTEN, ...more } }, who)).body;

const told = async (title: string = WRITTEN.title) => {
  const { rows } = await portal.pool.query<{ id: number }>(
    'select contract_id::integer as id from message where title = $1 order by contract_id',
    [title],
  );
  return rows.map(({ id }) => id);
};

/** Switches news on. */
const wantNews = (...contracts: readonly number[]) =>
  portal.pool.query(
    `insert into news_subscription (contract_id, product, since)
     select id, 'volga', now() from unnest($1::bigint[]) id on conflict do nothing`,
    [contracts],
  );

/** The link at the foot of a letter with news. */
async function linkOfNews(contractId: number): Promise<string> {
  const address = `c${contractId}@mail.example`;
  await portal.pool.query(`insert into contact values ($1, 'email', $2, 'active')`, [contractId, address]);
  const letters = { contractId, furtherId: null, category: 'news' } as const;
  return `/lk/unsubscribe?t=${await portal.world.db.read((tx) => unsubscribeToken(tx, letters, address))}`;
}

const listed = async () => (await sendStaff(portal, campaigns.list, {}, who)).body;

/** Many contracts, without services. */
const crowd = (count: number) =>
  portal.pool.query(
    `insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
     select 300000 + n, 'Тестов Тест', 'Тест', 'Тестов Т.', (select min(town_id) from town), '1', 1, '2025-01-01'
     from generate_series(1, $1) n`,
    [count],
  );

beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  who = cookieOf(await staffToken(portal, 'accountant'));
  await addClient(portal.world);
  await addClient(portal.world, { contractId: 200_002, balance: -500_00, creditLimit: 1000_00, blocked: true });
  await portal.pool.query(`insert into contact values (200001, 'phone', '79270001122', 'active')`);
});

describe('whom', () => {
  test('a rehearsal tells how many and by what, and sends nothing', async () => {
    const rehearsed = await send({ dry_run: 'yes' });
    expect(rehearsed).toMatchObject({
      rehearsed: true,
      recipients: 2,
      without_news: 0,
      ways: [
        { way: 'portal', count: 2 },
        { way: 'sms', count: 1 },
      ],
      sms_parts: 1,
      sms: 'Работы на линии. Ночью на час пропадёт интернет.',
    });
    await portal.work();
    expect([await told(), await listed()]).toEqual([[], []]);
    const shown = await send({ dry_run: 'yes', channel: 'portal' });
    expect([shown.ways, shown.sms_parts]).toEqual([[{ way: 'portal', count: 2 }], 0]);
    // Of two parts each, to two phones.
    await portal.pool.query(`insert into contact values (200002, 'phone', '79270001123', 'active')`);
    expect((await send({ dry_run: 'yes', text: 'Ночью на час пропадёт интернет. '.repeat(3) })).sms_parts).toBe(4);
  });

  test('a filter by debt, service, plan and town; nobody is told so', async () => {
    const count = async (filter: object) => {
      const body = await send({ dry_run: 'yes', ...filter });
      return body.code ?? body.recipients;
    };
    expect(await count({ debt: 'any' })).toBe(1);
    expect(await count({ debt: 'older' })).toBe('nobody_to_tell');
    expect(await count({ service: 'internet' })).toBe(2);
    expect(await count({ service: 'tv' })).toBe('nobody_to_tell');
    const { plans, towns } = (await sendStaff(portal, campaigns.choices, {}, who)).body;
    expect(await count({ plan_id: plans[0]!.plan_id })).toBe(1);
    expect(await count({ town: towns[0]!.name })).toBe(2);
    expect(await count({ town: 'Нигде' })).toBe('town_unknown');
    await portal.pool.query(`update contract set state = 'closed' where contract_id = 200002`);
    expect(await count({})).toBe(1);
  });

  test('a telephone counts like a service while it has a number; plans that nobody has are not offered', async () => {
    const count = async (filter: object) => {
      const body = await send({ dry_run: 'yes', ...filter });
      return body.code ?? body.recipients;
    };
    await addClient(portal.world, { contractId: 200_003, telephone: true });
    await portal.pool.query(
      `insert into plan (service_kind, name, summary, price_kopecks) values ('internet', 'Ничей', '', 1)`,
    );
    const named = async (name: string) =>
      (await sendStaff(portal, campaigns.choices, {}, who)).body.plans.find((plan) => plan.name === name)?.plan_id;
    const plan_id = await named('Телефон');
    expect([await count({ service: 'telephone' }), await count({ plan_id }), await named('Ничей')]).toEqual([
      1,
      1,
      undefined,
    ]);
    expect(await count({ service: 'tv' })).toBe('nobody_to_tell');
    await portal.pool.query(`update phone_number set state = 'closed', closed_on = '2026-11-01'`);
    expect([await count({ service: 'telephone' }), await count({ plan_id }), await named('Телефон')]).toEqual([
      'nobody_to_tell',
      'nobody_to_tell',
      undefined,
    ]);
  });

  test('news go to nobody who has switched them off, also between the order and its part', async () => {
    await wantNews(200_001, 200_002);
    const off = await portal.inject({ method: 'POST', url: await linkOfNews(200_001) });
    expect(off.body).toContain('Новости выключены');
    expect(await send({ kind: 'news', dry_run: 'yes' })).toMatchObject({ recipients: 1, without_news: 1 });
    await wantNews(200_001);
    const { campaign_id: id } = await send({ kind: 'news' });
    await portal.pool.query('delete from news_subscription where contract_id = 200001');
    await sendCampaign(portal.world.db, id, () => ({ now: portal.clock.now(), zone: 'Europe/Samara' }));
    expect(await told()).toEqual([200_002]);
  });

  test('news go to nobody who has never asked for them', async () => {
    expect((await send({ kind: 'news', dry_run: 'yes' })).code).toBe('nobody_to_tell');
    await wantNews(200_002);
    await send({ kind: 'news' });
    await portal.work();
    expect(await told()).toEqual([200_002]);
  });

  test('news go to nobody who has withdrawn his consent to them', async () => {
    await wantNews(200_001, 200_002);
    const { rows } = await portal.pool.query<{ id: number }>(
      `insert into consent_text (name, version, title, text, text_hash, first_used_at)
       values ('marketing', '1', 'Новости', 'Да', '', now()) returning consent_text_id as id`,
    );
    await portal.pool.query(
      `insert into consent_decision (contract_id, consent_text_id, name, is_given, decided_at, session_id, ip, browser)
       values (200002, $1, 'marketing', false, now(), 's', '10.0.0.1', '')`,
      [rows[0]!.id],
    );
    expect(await send({ kind: 'news', dry_run: 'yes' })).toMatchObject({ recipients: 1, without_news: 1 });
    expect(await send({ dry_run: 'yes' })).toMatchObject({ recipients: 2, without_news: 0 });
    await send({ kind: 'news' });
    await portal.work();
    expect(await told()).toEqual([200_001]);
  });
});

describe('sending', () => {
  test('each gets it once; what is left after a crash is sent by the next run', async () => {
    await crowd(450);
    const begun = await send();
    expect(begun.recipients).toBe(452);
    const at = () => ({ now: portal.clock.now(), zone: 'Europe/Samara' });
    let parts = 0;
    const dying = () => {
      parts += 1;
      if (parts === 3) throw new Error('killed');
      return at();
    };
    await expect(sendCampaign(portal.world.db, begun.campaign_id, dying)).rejects.toThrow('killed');
    expect(await listed()).toMatchObject([{ recipients: 452, sent: 400, state: 'sending' }]);
    expect(await told()).toHaveLength(400);
    await portal.work();
    await sendCampaign(portal.world.db, begun.campaign_id, at);
    const all = await told();
    expect([all.length, new Set(all).size]).toEqual([452, 452]);
    expect(await listed()).toMatchObject([
      {
        sent: 452,
        state: 'done',
        ways: expect.arrayContaining([
          { way: 'portal', count: 452 },
          { way: 'sms', count: 1 },
        ]) as unknown,
      },
    ]);
  });

  test('one for the portal is sent by no channel; news are shown for a month, the rest until they are read', async () => {
    await wantNews(200_001, 200_002);
    await send({ channel: 'portal' });
    await send({ kind: 'news', title: 'Новость' });
    await portal.work();
    const { rows } = await portal.pool.query(
      `select title, until is null as is_until_read, count(*)::int from message group by 1, 2 order by 1`,
    );
    expect(rows).toEqual([
      { title: 'Новость', is_until_read: false, count: 2 },
      { title: WRITTEN.title, is_until_read: true, count: 2 },
    ]);
    // The news only.
    expect((await portal.pool.query(`select from outbox_effect where kind = 'sms.send'`)).rowCount).toBe(1);
  });

  test('a stopped one goes to nobody else', async () => {
    const { campaign_id: id } = await send();
    await send({ title: 'Другое' });
    const stop = async () => (await sendStaff(portal, campaigns.stop, { body: { campaign_id: String(id) } }, who)).body;
    expect(await stop()).toEqual({ campaign_id: id, sent: 0 });
    const at = () => ({ now: portal.clock.now(), zone: 'Europe/Samara' });
    await sendCampaign(portal.world.db, id, at);
    await portal.work();
    expect([await told(), await told('Другое')]).toEqual([[], [200_001, 200_002]]);
    expect((await stop()).code).toBe('campaign_over');
  });

  test('one about the service, sent again within a day by whoever saw no reply, goes to nobody twice', async () => {
    const sent = await Promise.all([send(), send()]);
    expect(sent.map(({ code }) => code).toSorted()).toEqual(['message_just_sent', undefined]);
    const { campaign_id: id } = sent.find(({ code }) => code === undefined)!;
    const { message = '' } = await send();
    expect(message.replaceAll('\u00a0', ' ')).toBe(
      `Эту рассылку уже отправили: 20 ноября, 14:05, номер ${id}. Чтобы отправить её ещё раз, измените текст`,
    );
    await portal.work();
    expect(await told()).toEqual([200_001, 200_002]);
    // Others, other words, a rehearsal and the next day are nothing that was sent.
    for (const more of [{ debt: 'any' }, { text: 'Ещё раз.' }, { channel: 'portal' }, { dry_run: 'yes' }])
      expect((await send(more)).code).toBeUndefined();
    portal.clock.advance(24 * 3_600_000);
    who = cookieOf(await staffToken(portal, 'accountant'));
    const next = await send();
    expect(next.code).toBeUndefined();
    // Nor is what was stopped: it may be sent again.
    await sendStaff(portal, campaigns.stop, { body: { campaign_id: String(next.campaign_id) } }, who);
    expect((await send()).code).toBeUndefined();
  });

  test('to more than 500 needs a second person, who agrees to exactly it', async () => {
    await crowd(499);
    expect((await send({ dry_run: 'yes' })).recipients).toBe(501);
    expect((await send()).code).toBe('second_person_needed');
    const body = { call: 'campaign send', input: { ...WRITTEN, channel: 'all' }, reason: 'Плановые работы' };
    const asked = (await sendStaff(portal, staffContract.approvals.ask, { body }, who)).body;
    const owner = cookieOf(await staffToken(portal, 'owner'));
    const approval = { approval_id: String(asked.approval_id), version: asked.version };
    expect((await sendStaff(portal, staffContract.approvals.agree, { body: approval }, owner)).status).toBe(200);
    await portal.work();
    expect(await told()).toHaveLength(501);
  });

  test('a test goes to one phone or mailbox', async () => {
    const { kind: _, ...written } = WRITTEN;
    const sent = await sendStaff(portal, campaigns.test, { body: { ...written, email: 'me@example.com' } }, who);
    expect(sent.body).toEqual({ way: 'mail' });
    expect((await sendStaff(portal, campaigns.test, { body: written }, who)).body.code).toBe('bad_input');
    expect(await told()).toEqual([]);
  });
});

test('what a gateway counts', () => {
  const counted = (sign: string, lengths: number[]) => lengths.map((length) => smsParts(sign.repeat(length)));
  expect(counted('a', [160, 161, 306, 307])).toEqual([1, 2, 2, 3]);
  expect(counted('я', [70, 71, 134, 135])).toEqual([1, 2, 2, 3]);
});
