import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Day } from '@kabinet/contract/kernel/day';
import { standingsOf } from '#server/domain/identity/consents/consents.ts';
import { askOfNewVersions } from '#server/domain/identity/consents/ask-consents.ts';
import { message } from '#server/domain/messaging/message.texts.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { readPdf } from '../../../../test/portal/pdf-text.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const [MARIA, OLEG, ANTON] = [100_001, 100_002, 100_004];

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
});

const list = async (who = MARIA) => (await portal.send(contract.consent.list, {}, who)).body;
const one = async (name: string, who = MARIA) => {
  const found = (await list(who)).consents.find((consent) => consent.name === name);
  if (!found) throw new Error(`no consent ${name}`);
  return found;
};
const decide = (name: string, isGiven: boolean, version = '1', who = MARIA) =>
  portal.send(contract.consent.decide, { body: { name, version, is_given: isGiven } }, who);
const rows = async (text: string, values: unknown[] = []) =>
  (await portal.pool.query<Record<string, unknown>>(text, values)).rows;

describe('consents', () => {
  test('are listed with what was agreed to, when and from where', async () => {
    const { consents } = await list();
    expect(consents.map(({ name, state, is_asked }) => [name, state, is_asked])).toEqual([
      ['personal-data', 'with_contract', false],
      ['marketing', 'given', true],
      ['partners', 'withdrawn', false],
    ]);
    expect(consents[1]).toMatchObject({
      version: '2',
      agreed: { version: '1', text: expect.stringContaining('по СМС и на почту') as string },
      decisions: [{ is_given: true, version: '1', browser: 'Chrome на Android', network: '95.24.10.*' }],
    });
    expect(consents[2]?.decisions.map(({ is_given }) => is_given)).toEqual([false, true]);
    expect(await one('marketing', OLEG)).toMatchObject({ state: 'none', is_asked: false });
  });

  test('is given to the words that stand in the file now, also if these have no new version', async () => {
    const { provider } = portal.world;
    const give = async (part: object) => {
      const consents = provider.consents.map((terms) => (terms.name === 'partners' ? { ...terms, ...part } : terms));
      Object.assign(provider, { consents });
      return (await decide('partners', true, provider.consents[2]!.version)).body;
    };
    expect(await give({ text: 'Новые слова.' })).toMatchObject({ state: 'given', agreed: { text: 'Новые слова.' } });
    expect(await give({ text: 'Другие.', version: '2' })).toMatchObject({ agreed: { version: '2', text: 'Другие.' } });
  });

  test('a version that is not valid yet is asked for from its day on', async () => {
    const [first, ...others] = portal.world.provider.consents;
    const next = { ...first!, version: '2', valid_from: '2026-12-01' as Day };
    const world = { ...portal.world, provider: { ...portal.world.provider, consents: [next, ...others] } };
    const asked = async (now: Date) => {
      const standings = await portal.world.db.read((tx) => standingsOf(tx, MARIA, { provider: world.provider, now }));
      return standings.find(({ name }) => name === next.name)?.is_asked;
    };
    expect(await asked(new Date('2026-11-30T23:59:00+04:00'))).toBe(false);
    expect(await asked(new Date('2026-12-01T00:01:00+04:00'))).toBe(true);
  });

  test('a decision is written down with its session, address and words, once', async () => {
    const { status, body } = await decide('partners', true);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'given', is_asked: false, agreed: { version: '1' } });
    expect(body.decisions[0]).toMatchObject({ is_given: true, is_current: true });
    await decide('partners', true);
    const log = await rows(
      `select d.is_given, d.session_id = s.session_id as is_his, host(d.ip) as ip, t.text from consent_decision d
       join consent_text t using (consent_text_id) left join session s using (session_id)
       where d.contract_id = $1 and d.name = 'partners' order by consent_decision_id desc`,
      [MARIA],
    );
    expect(log).toHaveLength(3);
    expect(log[0]).toEqual({ is_given: true, is_his: true, ip: '127.0.0.1', text: (await one('partners')).text });
  });

  test('the log can neither be changed nor deleted', async () => {
    for (const change of [
      'update consent_decision set is_given = true',
      'delete from consent_decision',
      'truncate consent_decision',
      `update consent_text set text = ''`,
      'delete from consent_text',
      `update contact_consent set text = ''`,
    ]) {
      await expect(portal.pool.query(change), change).rejects.toThrow();
    }
  });

  test('a decision about a former version is refused, and nothing is written', async () => {
    const before = await rows('select count(*) from consent_decision');
    expect(await decide('marketing', true, '1')).toMatchObject({ status: 409, body: { code: 'consent_changed' } });
    expect(await rows('select count(*) from consent_decision')).toEqual(before);
  });

  test('a required consent cannot be withdrawn, and says how to end it', async () => {
    expect(await decide('personal-data', false)).toMatchObject({ status: 409, body: { code: 'consent_required' } });
    expect((await one('personal-data')).when_withdrawn).toContain('расторгните договор');
    expect((await decide('personal-data', true)).body.state).toBe('given');
  });

  test('a consent that the provider does not have is not found', async () => {
    expect((await decide('biometrics', true)).status).toBe(404);
  });

  test('two decisions at the same moment are both answered and written once', async () => {
    const both = await Promise.all([decide('partners', true), decide('partners', true)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const log = await rows(`select is_given from consent_decision where contract_id = $1 and name = 'partners'`, [
      MARIA,
    ]);
    expect(log).toHaveLength(3);
  });

  test('a document has the words that were agreed to and the log', async () => {
    const { body } = await portal.send(contract.document.link, { body: { kind: 'consent', name: 'marketing' } }, MARIA);
    const token = new URL(body.url).searchParams.get('access-token') ?? '';
    const reply = await portal.inject({
      method: 'POST',
      url: '/lk/document',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `access-token=${token}`,
    });
    expect(reply.headers['content-type']).toBe('application/pdf');
    const text = readPdf(reply.rawPayload).pages.join(' ').replaceAll('\u00a0', ' ');
    expect(text).toContain('редакция 1');
    expect(text).toContain('по СМС и на почту');
    expect(text).toMatch(/согласие дано, редакция 1\. Chrome на Android, адрес 95\.24\.10\.184/);
    const unknown = { body: { kind: 'consent' as const, name: 'biometrics' } };
    expect((await portal.send(contract.document.link, unknown, MARIA)).status).toBe(404);
  });

  test('with a request for a call is shown to its subscriber, in the words of that day', async () => {
    const { consent } = (await portal.send(contract.support.getCont, {}, MARIA)).body;
    await portal.send(
      contract.support.callBack,
      { body: { phone: '79270000184', topic: 'Оплата', consent: consent.version } },
      MARIA,
    );
    expect((await list()).requests[0]).toMatchObject({
      purpose: 'call_back',
      phone_number: '79270000184',
      text: consent.text,
      given_at: portal.clock.now().toISOString(),
    });
    expect((await list(OLEG)).requests.filter(({ phone_number }) => phone_number === '79270000184')).toEqual([]);
  });

  test('to the terms of what was bought are listed, the newest first, each in its own contract', async () => {
    await rows(
      `insert into consent (contract_id, subject, text_hash, given_at, address, session_id)
       select who, what, '', ('2026-11-0' || day || 'T08:00:00Z')::timestamptz, '127.0.0.1', '' from (values
         ($1::bigint, 'option:' || (select min(option_id) from plan_option), 1),
         ($1, 'program:' || (select min(program_id) from program), 3),
         ($1, 'plan:' || (select min(plan_id) from plan), 2),
         ($1, 'plan:999999', 5),
         ($2, 'plan:' || (select min(plan_id) from plan), 6)
       ) given (who, what, day)`,
      [MARIA, OLEG],
    );
    await rows(`with made as (
        insert into autopayment (autopayment_id, account_id, acquirer, state, days_ahead, ceiling_kopecks, created_at, expires_at, ended_at)
        select gen_random_uuid(), account_id, 'x', 'off', 3, 100000, now(), now(), now() from account where kind = 't' and contract_id = ${MARIA}
        returning autopayment_id)
      insert into autopayment_consent (autopayment_id, version, text, days_ahead, ceiling_kopecks, agreed_at, ip)
      select autopayment_id, '1', '', 3, 100000, '2026-11-04T08:00:00Z', '127.0.0.1' from made`);
    const { terms } = await list();
    expect(terms.map(({ title, given_at: at }) => `${at.slice(0, 10)} ${title.split(' «')[0]}`)).toEqual([
      '2026-11-04 Автоплатёж, счёт',
      '2026-11-03 Услуга',
      '2026-11-02 Тариф',
      '2026-11-01 Опция',
    ]);
    expect(terms[0]?.title).toBe('Автоплатёж, счёт «Телефон»');
    expect((await list(OLEG)).terms).toHaveLength(1);
  });
});

describe('news', () => {
  const news: Notice<object> = {
    name: 'test.news',
    category: 'news',
    shownDays: 1,
    portal: () => message('Скидка', 'Только сегодня.'),
  };
  const tell = (who: number) => {
    const { db, clock, provider } = portal.world;
    const at = { now: clock.now(), zone: provider.time_zone };
    return db.write((tx) => notify(tx, news, who, {}, at));
  };
  const heard = async (who: number) =>
    (await rows(`select from message where contract_id = $1 and title = 'Скидка'`, [who])).length;
  const isOn = async (who: number) => (await portal.send(contract.notice.settings, {}, who)).body.news;

  test('stop with the withdrawal at once, in the portal and by every channel', async () => {
    const sent = () =>
      rows(`select from outbox_effect where kind in ('mail.send', 'sms.send', 'chat.send', 'push.send')`);
    const before = (await sent()).length;
    expect((await decide('marketing', false, '2', ANTON)).body.state).toBe('withdrawn');
    await tell(ANTON);
    expect(await heard(ANTON)).toBe(0);
    expect(await sent()).toHaveLength(before);
    expect(await isOn(ANTON)).toMatchObject({ is_on: false, needs_consent: true });
    await decide('marketing', true, '2', ANTON);
    await tell(ANTON);
    expect(await heard(ANTON)).toBe(1);
    expect((await sent()).length).toBeGreaterThan(before);
    expect(await isOn(ANTON)).toMatchObject({ is_on: true, needs_consent: false });
  });

  test('cannot be switched on without the consent, and can be switched off without withdrawing it', async () => {
    const info = (is_on: boolean, who: number) =>
      portal.send(contract.notice.productInfo, { params: { product: 'volga' }, body: { is_on } }, who);
    expect((await info(true, OLEG)).body.is_on).toBe(false);
    expect(await isOn(OLEG)).toMatchObject({ is_on: false, needs_consent: true });
    expect((await info(false, ANTON)).body.is_on).toBe(false);
    expect((await one('marketing', ANTON)).state).toBe('given');
    expect((await info(true, ANTON)).body.is_on).toBe(true);
    // A provider that asks for no consent to news needs none.
    const consents = portal.world.provider.consents.filter(({ name }) => name !== 'marketing');
    Object.assign(portal.world.provider, { consents });
    expect(await isOn(OLEG)).toMatchObject({ needs_consent: false });
  });
});

describe('a new version', () => {
  const asked = (who: number) =>
    rows(`select title from message where contract_id = $1 and notice_key like 'consent.asked:%'`, [who]);

  test('is told once, in the portal alone, to those who have agreed to a former one', async () => {
    const sent = () => rows('select from outbox_effect');
    const before = (await sent()).length;
    await askOfNewVersions(portal.world);
    await askOfNewVersions(portal.world);
    expect(await asked(MARIA)).toEqual([{ title: 'Новая редакция: новости и предложения' }]);
    expect([...(await asked(OLEG)), ...(await asked(ANTON))]).toEqual([]);
    expect(await sent()).toHaveLength(before);
  });

  test('is told on its first day, a required one to whoever signed before it and has not left', async () => {
    const { provider } = portal.world;
    const [required, ...others] = provider.consents;
    const consents = [
      { ...required!, version: '2', valid_from: '2026-11-20' as Day },
      ...others.map((one) => ({ ...one, version: '9', valid_from: '2026-11-21' as Day })),
    ];
    // As many as do not fit into one transaction, who have not left; one who has; one who has signed the new version.
    await portal.pool.query(
      `insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, opened_on, billing_day, state, closed_on)
       select case n when 1 then 1 else 700000 + n end, 'Пробный', 'Пробный', 'Пробный', (select min(town_id) from town), '1',
         case n when 502 then '2026-11-20'::date else '2026-11-19' end, 1, case n when 501 then 'closed' else 'active' end,
         case n when 501 then '2026-11-19'::date end
       from generate_series(1, 502) n`,
    );
    const isAsked = (who: number) =>
      portal.world.db.read(async (tx) => {
        const now = portal.clock.now();
        return (await standingsOf(tx, who, { provider: { ...provider, consents }, now }))[0]?.is_asked;
      });
    expect([await isAsked(700_500), await isAsked(700_502)]).toEqual([true, false]);
    await askOfNewVersions({ ...portal.world, provider: { ...provider, consents } });
    const [told] = await rows(
      `select count(distinct contract_id)::int as contracts, count(*)::int as messages, max(contract_id) as last
       from message where notice_key = 'consent.asked:personal-data:2'`,
    );
    expect(told).toEqual({ contracts: 505, messages: 505, last: 700_500 });
    expect(await rows(`select from message where notice_key like 'consent.asked:%:9'`)).toEqual([]);
  });

  test('agreed to or refused, is asked for no more', async () => {
    await askOfNewVersions(portal.world);
    const shown = async () =>
      (await portal.send(contract.notice.getMessages, {}, MARIA)).body.filter(({ title }) =>
        title.includes('редакция'),
      );
    expect(await shown()).toHaveLength(1);
    expect((await decide('marketing', true, '2')).body).toMatchObject({ is_asked: false, agreed: { version: '2' } });
    expect(await shown()).toEqual([]);
    await portal.pool.query(`delete from message where notice_key like 'consent.asked:%'`);
    await askOfNewVersions(portal.world);
    expect(await asked(MARIA)).toEqual([]);
    expect((await decide('marketing', false, '2')).body).toMatchObject({ is_asked: false, state: 'withdrawn' });
  });
});
