import { beforeEach, expect, test } from 'vitest';
import type { Tx } from '#server/db/database.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';
import { hearMessages } from './hear.ts';
import type { Notice } from './notice.ts';
import { putOwnText } from './own-text.queries.ts';
import type { OwnText } from './own-text.rules.ts';
import { notify, notifyAll, sendToContact, settleMatter } from './notify.ts';

interface Work {
  readonly number: number;
}

const work: Notice<Work> = {
  name: 'test.work',
  category: 'service',
  shownDays: 7,
  link: () => '/',
  portal: ({ number }) => ({ title: `Работы ${number}`, body: '<p>Текст</p>' }),
  sms: ({ number }) => `Работы ${number}`,
  mail: ({ number }) => ({ subject: `Работы ${number}`, text: 'Текст' }),
  key: ({ number }) => number,
};
const { key: _, ...unkeyed } = work;

const [FIRST, SECOND] = [100_001, 100_002];
const LINK = 'http://127.0.0.1:8080/lk/';
const [PHONE, MAIL] = ['79270000001', 'first@mail.example'];
/** Three in the night and noon, in Samara. */
const [NIGHT, NOON] = ['2026-11-20T23:00:00Z', '2026-11-20T08:00:00Z'];

let portal: TestPortal;
let sent: string[];
beforeEach(async () => {
  portal = await testPortal();
  sent = [];
  portal.world.outside.sms.send = ({ to, text }) =>
    Promise.resolve(void sent.push(`sms ${to} ${text.replace(` ${LINK}`, '')}`));
  portal.world.outside.mail.send = ({ to, subject }) => Promise.resolve(void sent.push(`mail ${to} ${subject}`));
  await portal.pool.query('truncate message, message_read, message_delivery');
  await portal.pool.query('delete from contact');
  await portal.pool.query('delete from further_contact');
  await portal.pool.query('update program set gives_sms = false');
  await portal.pool.query(
    `insert into contact (contract_id, kind, value, state) values ($1, 'phone', $2, 'active'), ($1, 'email', $3, 'active')`,
    [FIRST, PHONE, MAIL],
  );
  portal.clock.set(new Date(NOON));
});

const at = () => ({ now: portal.clock.now(), zone: portal.world.provider.time_zone });
const tell = (notice: Notice<Work>, number: number, contractId = FIRST) =>
  portal.world.db.write((tx) => notify(tx, notice, contractId, { number }, at()));

/** What the portal shows, as `contract title`. */
async function shown(): Promise<string[]> {
  const { rows } = await portal.pool.query<{ line: string }>(
    `select contract_id || ' ' || title as line from message order by message_id`,
  );
  return rows.map(({ line }) => line);
}

test('a client is told in the portal and by every channel for which he has a contact', async () => {
  await tell(work, 1);
  await tell(work, 1, SECOND);
  await portal.work();
  expect(await shown()).toEqual(['100001 Работы 1', '100002 Работы 1']);
  expect(sent.toSorted()).toEqual([`mail ${MAIL} Работы 1`, `sms ${PHONE} Работы 1`]);
  // Only who has a phone has text messages, in the month of the provider.
  const { rows } = await portal.pool.query('select contract_id::int as id, period, messages from text_message_count');
  expect(rows).toEqual([{ id: FIRST, period: '2026-11', messages: 1 }]);
});

test('the portal shows the latest of a matter, as long as it is not solved; other matters and clients keep theirs', async () => {
  await portal.pool.query('delete from text_message_count');
  const about = (topic: string): Notice<Work> => ({ ...work, topic: () => topic });
  const open = async () =>
    (
      await portal.pool.query<{ title: string }>(
        'select title from message where until is null or until > $1 order by message_id',
        [portal.clock.now()],
      )
    ).rows.map(({ title }) => title);
  await tell({ ...about('a'), shownDays: null }, 1);
  await tell(about('b'), 2);
  await tell(about('a'), 3, SECOND);
  await tell(work, 4);
  expect(await open()).toEqual(['Работы 1', 'Работы 2', 'Работы 3', 'Работы 4']);
  await tell(about('a'), 5);
  expect(await open()).toEqual(['Работы 2', 'Работы 3', 'Работы 4', 'Работы 5']);
  await tell({ ...about('a'), shownDays: null }, 6);
  expect(await open()).toEqual(['Работы 2', 'Работы 3', 'Работы 4', 'Работы 6']);
  const solve = () => portal.world.db.write((tx) => settleMatter(tx, FIRST, 'a', portal.clock.now()));
  await solve();
  expect(await open()).toEqual(['Работы 2', 'Работы 3', 'Работы 4']);
  const until = async () =>
    (await portal.pool.query<object>('select title, until from message order by message_id')).rows;
  const before = await until();
  // What is over keeps its end; a week is a week.
  expect(before[1]).toEqual({ title: 'Работы 2', until: '2026-11-27T08:00:00.000Z' });
  portal.clock.advance(60_000);
  await solve();
  await tell(about('a'), 7);
  expect((await until()).slice(0, -1)).toEqual(before);
  // Of a matter that is solved no other channel tells.
  await portal.work();
  expect(sent.filter((line) => line.startsWith('sms'))).toEqual(
    [2, 4, 7].map((number) => `sms ${PHONE} Работы ${number}`),
  );
});

test('a channel without a text of its own says what the portal says, and every channel leads to the screen', async () => {
  const { mail: _mail, sms: _sms, ...plain } = work;
  const heard: string[] = [];
  portal.world.outside.sms.send = ({ text }) => Promise.resolve(void heard.push(text));
  portal.world.outside.mail.send = ({ subject, text }) => Promise.resolve(void heard.push(`${subject}: ${text}`));
  await tell(plain, 1);
  await portal.work();
  const signed = heard.map((one) => one.replace(/\?t=[\w.-]+/, '?t='));
  const leave = `Не присылать такие письма: ${LINK}unsubscribe?t=`;
  expect(signed.toSorted()).toEqual([`Работы 1. Текст ${LINK}`, `Работы 1: Текст\n\n${LINK}\n\n${leave}\n`]);
});

test('a contact that is not confirmed is not used', async () => {
  await portal.pool.query(`update contact set state = 'code_sent' where kind = 'phone'`);
  await tell(work, 2);
  await tell({ ...work, name: 'test.safety', category: 'security' }, 3);
  await portal.work();
  expect(sent.toSorted()).toEqual([`mail ${MAIL} Работы 2`, `mail ${MAIL} Работы 3`]);
});

test('a title or a text of the operator takes the place of the built-in one, each alone', async () => {
  const own = (texts: OwnText) =>
    portal.world.db.write((tx) => putOwnText(tx, work.name, texts, { by: 'Анна', now: portal.clock.now() }));
  const latest = async () =>
    (await portal.pool.query<object>('select title, body from message order by message_id desc limit 1')).rows[0];
  await own({ title: 'Важно: {заголовок}' });
  await tell(work, 1);
  expect(await latest()).toEqual({ title: 'Важно: Работы 1', body: '<p>Текст</p>' });
  await own({ text: 'Читайте: {абзац 1}' });
  await tell(work, 2);
  expect(await latest()).toEqual({ title: 'Работы 2', body: '<p>Читайте: Текст</p>' });
});

test('of one key a client is told once, by every channel; another client and another key are heard', async () => {
  await tell(work, 1);
  await tell(work, 1);
  await tell({ ...work, name: 'test.other' }, 1);
  await tell(work, 2);
  await tell(work, 1, SECOND);
  await portal.work();
  expect(await shown()).toEqual(['100001 Работы 1', '100001 Работы 1', '100001 Работы 2', '100002 Работы 1']);
  expect(sent.filter((line) => line.startsWith('sms')).toSorted()).toEqual([
    `sms ${PHONE} Работы 1`,
    `sms ${PHONE} Работы 1`,
    `sms ${PHONE} Работы 2`,
  ]);
});

test('news are told to nobody who has switched them off or withdrawn his consent to them; everything else is', async () => {
  await portal.pool.query(
    `insert into news_subscription (contract_id, product, since)
     select id, 'volga', now() from unnest($1::bigint[]) id on conflict do nothing`,
    [[FIRST, SECOND]],
  );
  await portal.pool.query(
    `with shown as (
       insert into consent_text (name, version, title, text, text_hash, first_used_at)
       values ('marketing', '9', 'Новости', 'Да', '', now()) returning consent_text_id)
     insert into consent_decision (contract_id, consent_text_id, name, is_given, decided_at, session_id, ip, browser)
     select $1, consent_text_id, 'marketing', false, now(), 's', '10.0.0.1', '' from shown`,
    [FIRST],
  );
  const news: Notice<Work> = { ...work, name: 'test.news', category: 'news' };
  await tell(news, 1);
  await tell(news, 2, SECOND);
  await portal.pool.query('delete from news_subscription where contract_id = $1', [SECOND]);
  await tell(news, 3, SECOND);
  await tell(work, 3);
  expect(await shown()).toEqual(['100002 Работы 2', '100001 Работы 3']);
});

test('whoever hears a transaction is told of what the portal shows, and of what the channels send', async () => {
  const heard: string[] = [];
  await portal.world.db.write(async (tx) => {
    hearMessages(tx, ({ way, title }) => void heard.push(`${way} ${title}`));
    await notify(tx, work, FIRST, { number: 1 }, at());
    await notify(tx, { ...work, shownDays: 0 }, FIRST, { number: 2 }, at());
    await notify(tx, { ...work, shownDays: 1, isPortalOnly: true }, FIRST, { number: 3 }, at());
  });
  expect(heard).toEqual(
    ['portal', 'mail', 'sms']
      .map((way) => `${way} Работы 1`)
      .concat(
        ['mail', 'sms'].map((way) => `${way} Работы 2`),
        'portal Работы 3',
      ),
  );
});

test('a notice without a key is told as often as it happens', async () => {
  await tell(unkeyed, 1);
  await tell(unkeyed, 1);
  await portal.work();
  expect(await shown()).toHaveLength(2);
  expect(sent).toHaveLength(4);
});

test('two who tell the same at one moment tell it once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => tell(work, 1)));
  await portal.work();
  expect(await shown()).toHaveLength(1);
  expect(sent).toHaveLength(2);
});

test('a transaction that fails tells nothing, and what it would have told is told by the next', async () => {
  const failing = portal.world.db.write(async (tx) => {
    await notify(tx, work, FIRST, { number: 1 }, at());
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  await portal.work();
  expect([await shown(), sent]).toEqual([[], []]);
  await tell(work, 1);
  await portal.work();
  expect([await shown(), sent.length]).toEqual([['100001 Работы 1'], 2]);
});

test('a text message of the night waits until eight in the morning; a letter and the portal do not', async () => {
  portal.clock.set(new Date(NIGHT));
  await portal.pool.query(
    `insert into contact (contract_id, kind, value, state) values ($1, 'telegram', '42', 'active'), ($1, 'max', '43', 'active')`,
    [FIRST],
  );
  await tell(work, 1);
  await portal.work();
  expect([await shown(), sent]).toEqual([['100001 Работы 1'], [`mail ${MAIL} Работы 1`]]);
  const waiting = await portal.pool.query<{ to: string }>(
    `select payload ->> 'to' as to from outbox_effect where state = 'due' and attempts = 0 order by 1`,
  );
  expect(waiting.rows.map(({ to }) => to)).toEqual(['42', '43', PHONE]);
  portal.clock.set(new Date('2026-11-21T03:59:59Z'));
  await portal.work();
  expect(sent).toHaveLength(1);
  portal.clock.set(new Date('2026-11-21T04:00:00Z'));
  await portal.work();
  expect(sent).toEqual([`mail ${MAIL} Работы 1`, `sms ${PHONE} Работы 1`]);
});

test('who is a contact no more in the morning is not told of the contract; of security he is', async () => {
  const payer = '79270000009';
  await portal.pool.query(
    `insert into further_contact (contract_id, kind, address, role, name, added_at, confirmed_at)
     values ($1, 'phone', $2, 'owner', 'Сергей', now(), now()), ($1, 'phone', '79270000010', 'technical', 'Анна', now(), now())`,
    [FIRST, payer],
  );
  portal.clock.set(new Date(NIGHT));
  await tell(work, 4);
  await tell({ ...work, name: 'test.safety', category: 'security' }, 5);
  await portal.pool.query('delete from further_contact where address = $1', [payer]);
  await portal.pool.query(`update contact set value = '79270000008' where value = $1`, [PHONE]);
  portal.clock.set(new Date('2026-11-21T04:00:00Z'));
  await portal.work();
  expect(sent.filter((line) => line.startsWith('sms')).toSorted()).toEqual(
    [`sms ${PHONE} Работы 5`, `sms 79270000010 Договор ${FIRST}. Работы 4`, `sms ${payer} Работы 5`].toSorted(),
  );
});

test('what is urgent is sent at night, too', async () => {
  portal.clock.set(new Date(NIGHT));
  await tell({ ...work, isUrgent: true }, 1);
  await portal.work();
  expect(sent).toContain(`sms ${PHONE} Работы 1`);
});

const choose = (table: 'muted_notice' | 'wanted_notice', who: number, channel: string, category: string) =>
  portal.pool.query(`insert into ${table} (contract_id, channel, category) values ($1, $2, $3)`, [
    who,
    channel,
    category,
  ]);

test('charges are sent only to whom, and by what, they were asked for', async () => {
  await choose('wanted_notice', SECOND, 'sms', 'charge');
  await tell({ ...work, category: 'charge' }, 1);
  await choose('wanted_notice', FIRST, 'mail', 'charge');
  await tell({ ...work, category: 'charge' }, 2);
  await portal.work();
  expect(sent).toEqual([`mail ${MAIL} Работы 2`]);
});

test('a muted category is not sent by that channel; a warning of security cannot be muted', async () => {
  const mute = (category: string, who = FIRST) => choose('muted_notice', who, 'sms', category);
  await mute('service');
  await mute('debt', SECOND);
  await tell(work, 1);
  await tell({ ...work, category: 'debt' }, 2);
  await portal.work();
  expect(sent.toSorted()).toEqual([`mail ${MAIL} Работы 1`, `mail ${MAIL} Работы 2`, `sms ${PHONE} Работы 2`]);
  await expect(mute('security')).rejects.toThrow(/check/);
});

test('many clients are told by one statement; one who is named twice hears it once', async () => {
  await portal.world.db.write(async (tx) => {
    let statements = 0;
    const counting: Tx = { ...tx, rows: (query) => ((statements += 1), tx.rows(query)) };
    const list = [FIRST, SECOND, FIRST].map((contractId) => ({ contractId, data: { number: 1 } }));
    await notifyAll(counting, work, list, at());
    expect(statements).toBe(2);
    await notifyAll(tx, work, [], at());
  });
  await portal.work();
  expect(await shown()).toEqual(['100001 Работы 1', '100002 Работы 1']);
  expect(sent.toSorted()).toEqual([`mail ${MAIL} Работы 1`, `sms ${PHONE} Работы 1`]);
});

test('a code goes to the contact that is named, at once, and is not shown', async () => {
  portal.clock.set(new Date(NIGHT));
  const texts = { sms: (code: string) => code, mail: (code: string) => ({ subject: code, text: code }) };
  await portal.world.db.write(async (tx) => {
    await sendToContact(tx, texts, { kind: 'phone', value: PHONE }, '123456');
    await sendToContact(tx, texts, { kind: 'email', value: MAIL }, '654321');
  });
  await portal.work();
  expect([await shown(), sent.toSorted()]).toEqual([[], [`mail ${MAIL} 654321`, `sms ${PHONE} 123456`]]);
});
