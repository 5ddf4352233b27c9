import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { unzip } from './unzip.ts';
import { testPortal, type TestPortal } from './portal.ts';

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
