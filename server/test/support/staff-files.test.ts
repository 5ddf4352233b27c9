import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../portal/staff.ts';

const { support } = contract;
const { orders } = operatorContract;
const [WHO, OTHER] = [100_001, 100_002];
/** A whole PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function opened() {
  const portal = await testPortal();
  const who = async (...roles: Parameters<typeof staffToken>[1][]) => cookieOf(await staffToken(portal, ...roles));
  return { portal, who, olga: await who('support') };
}

const upload = async (portal: TestPortal, who = WHO) =>
  (await portal.send(support.addFile, { body: { name: 'роутер.png', content: PIXEL } }, who)).body.file_id;

async function filed(portal: TestPortal, files: string[] = [], who = WHO) {
  const body = { goal_id: 5, text: 'Не работает', files };
  return (await portal.send(support.addOrder, { body }, who)).body.order_id;
}

const lastOf = async (portal: TestPortal, order_id: number, who = WHO) =>
  (await portal.send(support.getOrder, { params: { order_id } }, who)).body.events.at(-1);

const fillDay = (portal: TestPortal, byStaff: boolean) =>
  portal.pool.query(
    `insert into support_file (file_id, contract_id, name, type, bytes, created_at, by_staff)
     select gen_random_uuid(), $1, 'a.png', 'image/png', 1, $2, $3 from generate_series(1, 50)`,
    [WHO, portal.clock.now(), byStaff],
  );

test('what a client has sent opens for whoever answers him, by its own order only', async () => {
  const { portal, olga, who } = await opened();
  const file_id = await upload(portal);
  const [order, another] = [String(await filed(portal, [file_id])), String(await filed(portal))];
  const ask = (order_id: string, as = olga) => sendStaff(portal, orders.openFile, { query: { order_id, file_id } }, as);
  expect((await ask(order)).body).toMatchObject({ name: 'роутер.png', type: 'image/png', content: PIXEL });
  expect((await ask(another)).status).toBe(404);
  expect((await ask(order, await who('auditor'))).status).toBe(403);
});

test('photos of the staff come with the answer, and the client opens them', async () => {
  const { portal, olga } = await opened();
  const order_id = await filed(portal);
  const body = { order_id, name: 'Подпись.png', content: PIXEL };
  const { file_id } = (await sendStaff(portal, orders.addFile, { body }, olga)).body;
  expect((await lastOf(portal, order_id))?.files).toEqual([]);
  const done = { order_id, text: 'Заменил разъём', files: [file_id] };
  expect((await sendStaff(portal, orders.close, { body: done }, olga)).status).toBe(200);
  expect((await lastOf(portal, order_id))?.files).toMatchObject([{ file_id, name: 'Подпись.png' }]);
  const link = { body: { kind: 'file', file_id } } as const;
  expect((await portal.send(contract.document.link, link, WHO)).status).toBe(200);
});

test('a photo of one contract is not sent to another', async () => {
  const { portal, olga } = await opened();
  const [order_id, foreign] = [await filed(portal), await filed(portal, [], OTHER)];
  const body = { order_id: foreign, name: 'фото.png', content: PIXEL };
  const { file_id } = (await sendStaff(portal, orders.addFile, { body }, olga)).body;
  const answered = { order_id, text: 'Посмотрите', files: [file_id] };
  expect((await sendStaff(portal, orders.answer, { body: answered }, olga)).body.code).toBe('file_used');
});

test('the day of the staff and the day of the client are filled apart', async () => {
  const { portal, olga } = await opened();
  const order_id = await filed(portal);
  const add = () => sendStaff(portal, orders.addFile, { body: { order_id, name: 'фото.png', content: PIXEL } }, olga);
  const clientAdds = () => portal.send(support.addFile, { body: { name: 'фото.png', content: PIXEL } }, WHO);
  await fillDay(portal, true);
  expect([(await clientAdds()).status, (await add()).body.code]).toEqual([200, 'file_too_many']);
  await portal.pool.query('delete from support_file');
  await fillDay(portal, false);
  expect([(await add()).status, (await clientAdds()).body.code]).toEqual([200, 'file_too_many']);
});

test('a technician opens and adds files only where he comes today', async () => {
  const { portal, who } = await opened();
  const file_id = await upload(portal);
  const order_id = await filed(portal, [file_id]);
  const gleb = await who('technician');
  const query = { order_id: String(order_id), file_id };
  expect((await sendStaff(portal, orders.openFile, { query }, gleb)).body.code).toBe('not_your_visit');
  const body = { order_id, name: 'фото.png', content: PIXEL };
  expect((await sendStaff(portal, orders.addFile, { body }, gleb)).body.code).toBe('not_your_visit');
});
