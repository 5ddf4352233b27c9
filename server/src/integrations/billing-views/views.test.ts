import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { broken, openViewsBilling } from '../../../test/portal/beside/views-billing.ts';
import { mysqlBilling } from './mysql.ts';
import { BillingAway, BillingRefusal } from './port.ts';
import { postgresBilling } from './postgres.ts';
import { viewsThrough } from './views.ts';

test('each view, column and right that is missing is named', async () => {
  const { views, there } = await openViewsBilling();
  expect(await views.look()).toEqual([]);
  await there(`
    alter table service rename column plan to tariff; drop view kabinet_services;
    create view kabinet_services as select * from service; drop view kabinet_charges;
    drop view kabinet_payments; create view kabinet_payments as select id::text, account_no, day, text, amount from payment;
    drop function kabinet_book`);
  expect(await views.look()).toEqual([
    'в представлении kabinet_services нет столбцов: plan',
    'нет представления kabinet_charges или права select на него',
    expect.stringMatching(/^представление kabinet_payments не читается: /) as string,
    'нет процедуры kabinet_book или права execute на неё',
  ]);
});

test('a broken connection is told from an answer that refuses', async () => {
  const { views, there, on } = await openViewsBilling();
  await there('drop view kabinet_balances');
  const open = await views.open();
  onTestFinished(() => open.close());
  await expect(open.atOnce((all) => all.page('kabinet_balances', 0))).rejects.toThrow(BillingRefusal);
  on.before = broken;
  await expect(open.book({ requestNo: 1, kind: 'promise', body: {} })).rejects.toThrow(BillingAway);
});

test('an answer that the contract does not know is no answer', async () => {
  const { views, there } = await openViewsBilling();
  await there(`create or replace function kabinet_book(no bigint, kind text, body jsonb) returns table (state text, reason text)
    language sql as $$ select 'booking', null $$`);
  const open = await views.open();
  onTestFinished(() => open.close());
  await expect(open.book({ requestNo: 1, kind: 'promise', body: {} })).rejects.toThrow(
    'kabinet_book ответила «booking», а нужно confirmed, refused или waiting',
  );
});

test.each([
  ['mysql', mysqlBilling],
  ['postgresql', postgresBilling],
])('a server of %s that accepts and keeps silent is away after a while', async (protocol, dialect) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const views = viewsThrough(
    'x',
    dialect(`${protocol}://a:b@127.0.0.1:${port}/x`, { connectMs: 200, statementMs: 200 }),
  );
  await expect(views.open()).rejects.toThrow(BillingAway);
});
