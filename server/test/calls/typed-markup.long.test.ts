import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { takeChatUpdate } from '#server/domain/identity/contacts/messenger.ts';
import { waysInChanged } from '#server/domain/identity/passkeys/notices.ts';
import { newDevice } from '#server/domain/identity/session/notices.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { Letter } from '#server/integrations/mail/port.ts';
import { unzip } from '../portal/unzip.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

const WHO = 100_001;
const MARKUP = '<img src=x onerror=alert(1)>';

async function opened(portal: TestPortal, archiveId: string): Promise<Map<string, Buffer>> {
  const wanted = { kind: 'archive' as const, archive_id: archiveId };
  const { body } = await portal.send(contract.document.link, { body: wanted }, WHO);
  const reply = await portal.inject({
    method: 'POST',
    url: '/lk/document',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URL(body.url).search.slice(1),
  });
  return unzip(reply.rawPayload);
}

test('R-24: what a client types stays text in notices, letters, pages and the archive', async () => {
  const portal = await testPortal();
  const key = { name: MARKUP, scopes: ['balance' as const] };
  expect((await portal.send(contract.personalKey.create, { body: key }, WHO)).status).toBe(200);
  const { body: goals } = await portal.send(contract.support.getOrderGoals, {}, WHO);
  const [goal] = goals.filter(({ asks_service }) => !asks_service);
  const order = { goal_id: goal!.goal_id, text: MARKUP, phone: '79270000184' };
  expect((await portal.send(contract.support.addOrder, { body: order }, WHO)).status).toBe(200);
  const { rows: letters } = await portal.pool.query<{ text: string }>(
    `select payload->>'text' as text from outbox_effect where kind = 'mail.send' and payload->>'text' like '%onerror%'`,
  );
  expect(letters.length).toBeGreaterThan(0);

  const { body: ordered } = await portal.send(contract.archive.order, {}, WHO);
  await portal.work();
  const { body: messages } = await portal.send(contract.notice.getMessages, {}, WHO);
  const told = messages.map(({ body }) => body).join('');
  expect(told).toContain('&lt;img src=x');
  expect(told).not.toContain('<img');

  const files = await opened(portal, ordered.archive!.archive_id);
  expect(String(files.get('JSON/orders.json'))).toContain(MARKUP);
  expect(String(files.get('Начните отсюда.html'))).not.toContain('<img');
});

test('R-24: names of contacts, chats and devices stay text in notices and in letters, whoever gives them', async () => {
  const letters: Letter[] = [];
  const texts: string[] = [];
  const portal = await testPortal({
    throughOutside: (outside) => ({
      ...outside,
      mail: { send: (letter) => Promise.resolve(void letters.push(letter)) },
      sms: { send: ({ text }) => Promise.resolve((texts.push(text), undefined)) },
    }),
  });
  const { db, clock, provider } = portal.world;
  const at = { now: clock.now(), zone: provider.time_zone };

  const contact = { kind: 'phone', address: '79990001122', role: 'payer', name: MARKUP };
  const { body } = await portal.send(contract.notice.addContact, { body: contact as never }, WHO);
  const added = body.contacts.find(({ address }) => address === contact.address)!;
  expect(added.name).toBe(MARKUP);
  await portal.work();
  const code = /^\d{6}/.exec(texts.at(-1) ?? '')?.[0] ?? '';
  const typed = { contact_id: added.contact_id, code };
  expect((await portal.send(contract.notice.activateContact, { body: typed }, WHO)).status).toBe(200);

  // Whoever starts the bot is called as the messenger says.
  const begun = await portal.send(contract.notice.setMax, { body: {} }, WHO);
  const start = new URL(begun.body.link!).searchParams.get('start')!;
  const update = { kind: 'start', chatId: '42', chatName: MARKUP, code: start } as const;
  await db.write((tx) => takeChatUpdate(tx, 'max', update, at));
  await portal.send(contract.notice.setMax, { body: { confirm: true } }, WHO);

  await db.write((tx) => notify(tx, waysInChanged, WHO, { what: 'added', name: MARKUP }, at));
  await db.write((tx) =>
    notify(tx, newDevice, WHO, { sessionId: 's', browser: MARKUP, network: '127.0.0.*', when: 'сегодня' }, at),
  );
  await portal.work();

  const { body: messages } = await portal.send(contract.notice.getMessages, {}, WHO);
  const told = messages.map(({ title, body: text }) => title + text).join('');
  expect(told.match(/&lt;img src=x/g)).toHaveLength(4);
  expect(told).not.toContain('<img');
  const html = letters.map((letter) => letter.html ?? '').join('');
  expect(html).toContain('&lt;img src=x');
  expect(html).not.toContain('<img');
});
