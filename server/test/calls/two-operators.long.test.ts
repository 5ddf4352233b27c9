import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import { lookForLowMoneyJob } from '#server/domain/billing-run/jobs.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { runCommand } from '../../src/operator/operator.ts';
import { AtOnce } from '../portal/at-once.ts';
import { addClient, balanceOf, type Client } from '../portal/client.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

// Two operators do the same at the same moment: it is done once, and the second learns what the first has done.

const WHO = 200_001;

let atOnce: AtOnce;
let portal: TestPortal;
let client: Client;

/** A portal whose only client has money and no debts. */
async function office(): Promise<void> {
  portal = await testPortal({ template: 'empty', throughDatabase: atOnce.throughDatabase });
  client = await addClient(portal.world, { balance: 5000_00, fee: 690_00 });
}

/** The demo, which has what an empty one would need many lines for. */
async function demo(): Promise<void> {
  portal = await testPortal({ throughDatabase: atOnce.throughDatabase });
}

beforeEach(() => {
  atOnce = new AtOnce();
});

async function run(...line: string[]) {
  const said: string[] = [];
  const tools = { ...portal.world, agents: [] };
  const say = (text: string) => void said.push(text.replaceAll('\u00a0', ' '));
  const code = await runCommand(() => Promise.resolve(tools), line, say);
  return { code, said: said.join('\n') };
}

const two = (first: readonly string[], second = first) =>
  atOnce.both(
    portal,
    () => run(...first),
    () => run(...second),
  );
const one = async (query: string, ...values: unknown[]): Promise<unknown> =>
  (await portal.pool.query<{ value: unknown }>(query, values)).rows[0]?.value;
const idOf = async (query: string, ...values: unknown[]) => String(await one(query, ...values));
const balance = () => balanceOf(portal.world, client.accountId);
const books = () => portal.world.db.read(verifyLedger);

async function tomorrow(): Promise<void> {
  portal.clock.advance(86_400_000);
  await run('charge', 'run');
}

test('a charge is given back once', async () => {
  await office();
  await run('charge', 'once', '200001i', '100', 'Выезд мастера', '17');
  await tomorrow();
  const id = await idOf(
    `select transaction_id as value from ledger_transaction where reference = 'charge:document:17'`,
  );
  const before = await balance();
  expect(await two(['charge', 'correct', id, 'мастер не приехал'])).toEqual([
    { code: 0, said: 'Возвращено' },
    { code: 0, said: 'Эта проводка уже исправлена' },
  ]);
  expect(await balance()).toBe(before + 100_00);
  expect(await books()).toEqual([]);
});

test('a charge whose days a change of the plan gives back at that moment is not given back whole as well', async () => {
  await demo();
  const { body: services } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, 100_001);
  const id = services[0]!.user_id;
  const { body } = await portal.send(contract.plan.options, { params: { id } }, 100_001);
  const plan_id = body.plans.find(({ name }) => name === 'Волга 500')!.plan_id;
  const charge = await idOf(
    `select transaction_id as value from fee_charged where what = $1 || ':plan' and amount_kopecks > 0`,
    id,
  );
  const [changed, corrected] = await atOnce.both(
    portal,
    () => portal.send(contract.plan.change, { body: { user_id: id, plan_id, when: 'now' } }, 100_001),
    () => run('charge', 'correct', charge, 'по ошибке'),
  );
  expect([changed.status, corrected.said]).toEqual([200, 'Эта проводка уже исправлена']);
  const returned = await one(
    `select count(*)::int as value from ledger_transaction where corrects_transaction_id = $1`,
    charge,
  );
  expect(returned).toBe(1);
  expect(await books()).toEqual([]);
});

test('a one-time charge is ordered, and cash posted, once for a document', async () => {
  await office();
  const charged = await two(['charge', 'once', '200001i', '100', 'Выезд мастера', '17']);
  expect(charged.map(({ said }) => said)).toEqual(['Спишем 100 ₽', 'По этому документу уже списано']);
  const posted = await two(['payment', 'post', '200001i', '300', '8', 'Оплата в офисе']);
  expect(posted.map(({ code }) => code)).toEqual([0, 0]);
  expect(posted[1].said).not.toBe(posted[0].said);
  const [, other] = await two(
    ['payment', 'post', '200001i', '300', '9', 'Оплата в офисе'],
    ['payment', 'post', '200001i', '400', '9', 'Оплата в офисе'],
  );
  expect(other).toEqual({ code: 1, said: 'Этот документ уже зачислен на другой счёт или с другой суммой' });
  expect(await balance()).toBe(5600_00);
  expect(await books()).toEqual([]);
});

test('days are charged once by two runs', async () => {
  await office();
  portal.clock.set(new Date('2026-12-02T10:00:00Z'));
  const both = await Promise.all([run('charge', 'run'), run('charge', 'run')]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await balance()).toBe(5000_00 - 690_00);
  expect(await books()).toEqual([]);
});

test('of two first days of charging the second is told as moved from the first', async () => {
  portal = await testPortal({ template: 'empty', throughDatabase: atOnce.throughDatabase });
  await portal.pool.query('delete from charging_begin');
  const [first, second] = await two(['charge', 'begin', '2026-11-25'], ['charge', 'begin', '2026-11-27']);
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(first.said).not.toContain('25 ноября вместо');
  expect(second.said).toContain('25 ноября');
  expect(await one('select first_day::text as value from charging_begin')).toBe('2026-11-27');
});

test('a payment is refunded once', async () => {
  await office();
  const { body } = await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '500' } }, WHO);
  await portal.world.outside.sandboxBank!.act(body.qr_id, 'pay', portal.clock.now());
  portal.clock.advance(10_000);
  await portal.work();
  const [first, second] = await two(['payments', 'refund', body.payment_id]);
  expect(first.code).toBe(0);
  expect(second).toEqual({
    code: 1,
    said: 'По этому платежу банк ещё выполняет возврат. Дождитесь его: payments refunds',
  });
  await portal.work();
  expect(await balance()).toBe(5000_00);
  expect(await books()).toEqual([]);
});

test('of two one-time passwords at once the first is the password, and the second operator gets none', async () => {
  await demo();
  const [first, second] = await two(['contract', 'reset-password', '100002']);
  expect(first.code).toBe(0);
  expect(second).toEqual({
    code: 1,
    said: 'Пароль этого договора только что сменил кто-то другой. Спросите коллег; если нужен новый, повторите',
  });
  const password = /пароль: (\S+)$/m.exec(first.said)?.[1];
  const signIn = async () => {
    const payload = { login: '100002', password };
    const reply = await portal.inject({ method: 'POST', url: '/api/v2/auth/token', payload });
    return reply.json<{ code: string }>().code;
  };
  expect(await signIn()).toBe('new_password_needed');
  // A minute later it is a decision, and it is told what it ends.
  const again = await run('contract', 'reset-password', '100002');
  expect(again.said).toContain('Прежний одноразовый пароль, которым ещё не входили, больше не действует');
  expect(await signIn()).toBe('login_refused');
});

test('the same answer is sent to the client once; two different ones are two', async () => {
  await demo();
  const { body: order } = await portal.send(
    contract.support.addOrder,
    { body: { goal_id: 5, text: 'Переложить кабель' } },
    100_001,
  );
  const id = String(order.order_id);
  const [first, second] = await two(
    ['orders', 'answer', id, 'Ольга', 'Приедем завтра'],
    ['orders', 'answer', id, 'Анна', 'Приедем завтра'],
  );
  expect(first.code).toBe(0);
  expect(second).toEqual({ code: 1, said: 'Это по заявке уже написано, второй раз не отправляем' });
  expect((await run('orders', 'answer', id, 'Анна', 'Возьмите собаку')).code).toBe(0);
  // Said again after something else it is another answer.
  expect((await run('orders', 'answer', id, 'Анна', 'Приедем завтра')).code).toBe(0);
  const closed = await two(['orders', 'close', id, 'Ольга', 'Переложили']);
  expect(closed.map(({ said }) => said)).toEqual(['Готово, заявка: done', 'Заявка закрыта']);
  const { body } = await portal.send(contract.support.getOrder, { params: { order_id: order.order_id } }, 100_001);
  expect(body.events.filter(({ author }) => author === 'provider').map(({ text }) => text)).toEqual([
    'Приедем завтра',
    'Возьмите собаку',
    'Приедем завтра',
    'Переложили',
  ]);
});

test('the same message is sent to the client once a day, unless the operator means it', async () => {
  await office();
  await portal.pool.query(
    `insert into contact (contract_id, kind, value, state) values ($1, 'phone', '79270000777', 'active')`,
    [WHO],
  );
  const sent = async () => [
    await one(`select count(*)::int as value from message where contract_id = $1`, WHO),
    await one(`select count(*)::int as value from outbox_effect where kind = 'sms.send'`),
  ];
  const message = ['notice', 'send', String(WHO), 'Работы на линии', 'Завтра с 10:00 до 12:00. Извините.'];
  const [first, second] = await two(message);
  expect(first).toEqual({ code: 0, said: 'Отправлено' });
  const refusal = {
    code: 1,
    said: 'Это сообщение абоненту уже отправлено: 20 ноября, 14:05. Если отправить ещё раз, добавьте --again=yes',
  };
  expect(second).toEqual(refusal);
  expect(await sent()).toEqual([1, 1]);
  portal.clock.advance(23 * 3_600_000);
  expect(await run(...message)).toEqual(refusal);
  expect((await run(...message, '--again=no')).code).toBe(1);
  expect((await run(...message, '--again=да')).code).toBe(2);
  expect(await run(...message, '--again=yes')).toEqual({ code: 0, said: 'Отправлено' });
  expect(await sent()).toEqual([2, 2]);
  // Another text is another message, and so is the same text to somebody else.
  expect((await run(...message.slice(0, 4), 'Перенесли на среду')).code).toBe(0);
  await addClient(portal.world, { contractId: 200_002 });
  expect((await run('notice', 'send', '200002', ...message.slice(3))).code).toBe(0);
  portal.clock.advance(24 * 3_600_000);
  expect((await run(...message)).code).toBe(0);
});

test('whoever takes a request after another is told who had it', async () => {
  await demo();
  const { version: consent } = portal.world.provider.support.consent;
  await portal.send(contract.support.callBack, { body: { phone: '79270000777', consent, topic: 'Оплата' } }, 100_003);
  const id = await idOf(`select call_back_id as value from call_back where phone = '79270000777'`);
  const take = (name: string) => ['requests', 'take', 'call', id, name];
  const [first, second] = await two(take('Ольга'), take('Анна'));
  expect(first).toEqual({ code: 0, said: `Обращение ${id} взято` });
  expect(second.said).toContain('До вас его взял другой: Ольга');
  const finished = await two(['requests', 'finish', 'call', id, 'called']);
  expect(finished.map(({ code }) => code)).toEqual([0, 1]);
});

test('a master has one window at a time', async () => {
  await office();
  const [first, second] = await two(
    ['slots', 'add', 'Тестовый', 'Игорь', '2026-11-24 14:00', '2026-11-24 16:00'],
    ['slots', 'add', 'Тестовый', 'Игорь', '2026-11-24 15:00', '2026-11-24 17:00'],
  );
  expect(first.code).toBe(0);
  expect(second).toEqual({ code: 1, said: 'Такого города нет, или мастер в это время занят' });
});

test('a price is planned and withdrawn once', async () => {
  await office();
  const plan = await idOf('select plan_id as value from plan');
  const priced = (price: string) => ['prices', 'plan', 'plan', plan, '2026-12-05', price];
  const [first, second] = await two(priced('750'), priced('800'));
  expect(first.code).toBe(0);
  expect(second.said).toContain('Уже назначено: 750 ₽ в месяц с 5 декабря');
  const id = await idOf('select price_change_id as value from price_change');
  const withdrawn = await two(['prices', 'withdraw', id]);
  expect(withdrawn.map(({ code }) => code)).toEqual([0, 1]);
  expect(withdrawn[1].said).toContain('Такой назначенной цены нет');
  expect(await one('select count(*)::int as value from price_change')).toBe(1);
});

test('a failed job starts again once', async () => {
  await office();
  await portal.world.db.write((tx) => addJob(tx, lookForLowMoneyJob, {}));
  await portal.pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
  const id = await idOf('select id as value from graphile_worker._private_jobs');
  expect(await two(['jobs', 'retry', id])).toEqual([
    { code: 0, said: 'Задание будет выполнено ещё раз' },
    { code: 1, said: 'Среди неудавшихся такого задания нет' },
  ]);
});

test('a receipt that no register has seen is ordered once', async () => {
  await office();
  const { outside } = portal.world;
  const { cashRegister } = outside;
  delete (outside as { cashRegister?: unknown }).cashRegister;
  const paid = { amount: kopecks(100_00), method: 'sbp', reference: 'test:1', text: 'Пополнение' } as const;
  const at = { now: portal.clock.now(), zone: 'Europe/Samara' };
  const id = await portal.world.db.write((tx) => credit(tx, { ...paid, accountId: client.accountId }, at));
  await portal.work();
  Object.assign(outside, { cashRegister });
  const both = await two(['receipts', 'retry', String(id)]);
  expect(both.map(({ code }) => code)).toEqual([0, 1]);
  await portal.work();
  expect(await one(`select try as value from fiscal_receipt where state = 'done'`)).toBe(2);
  expect(await one(`select count(*)::int as value from outbox_effect where unique_key like 'receipt:%'`)).toBe(2);
});

test('an incident ends, and gives money back, once', async () => {
  await office();
  await run('incidents', 'publish', 'Обрыв кабеля', 'Тестовый', '--free_minutes', '60');
  const id = await idOf('select incident_id as value from incident');
  portal.clock.advance(20 * 3_600_000);
  const both = await two(['incidents', 'end', id]);
  expect(both.map(({ code }) => code)).toEqual([0, 1]);
  await portal.work();
  const given = await one(`select count(*)::int as value from ledger_transaction where reference like 'incident:%'`);
  expect(given).toBe(1);
  expect(await books()).toEqual([]);
});

test('the same incident is published once; the second operator gets its number', async () => {
  await office();
  const cable = ['incidents', 'publish', 'Обрыв кабеля', 'Тестовый', '--services=internet,tv', '--free_minutes=60'];
  const again = ['incidents', 'publish', 'Нет связи', 'Тестовый', '--services=tv,internet'];
  const [first, second] = await two(cable, again);
  const id = await idOf('select incident_id as value from incident');
  expect(first).toEqual({ code: 0, said: `Опубликовано, авария ${id}` });
  expect(second).toEqual({
    code: 1,
    said: `Эта авария уже открыта: ${id}, «Обрыв кабеля», с 14:05. Когда почините: incidents end ${id}`,
  });
  portal.clock.advance(3_600_000);
  expect((await run(...again)).code).toBe(1);
  await run('incidents', 'end', id);
  expect((await run(...again)).code).toBe(0);
});

test('whoever publishes an incident where another one is open is told of it', async () => {
  await office();
  await portal.pool.query(`insert into street (town_id, name, district)
    select town_id, street, 'Центр' from town, unnest(array['Садовая', 'Лесная']) street`);
  await portal.pool.query(`insert into town (name) values ('Другой')`);
  const publish = async (...place: string[]) => {
    const { code, said } = await run('incidents', 'publish', 'Обрыв кабеля', ...place);
    expect(code).toBe(0);
    return [...said.matchAll(/открыта авария (\d+)/g)].map(([, id]) => Number(id)).sort((one, other) => one - other);
  };
  const first = Number(await idOf('select coalesce(max(incident_id), 0) + 1 as value from incident'));
  expect(await publish('Тестовый', '--street=Садовая', '--houses=1,2', '--services=internet')).toEqual([]);
  expect(await publish('Тестовый', '--street=Садовая', '--houses=2а')).toEqual([]);
  expect(await publish('Тестовый', '--street=Лесная', '--services=internet')).toEqual([]);
  expect(await publish('Тестовый', '--street=Садовая', '--houses=2', '--services=tv')).toEqual([]);
  expect(await publish('Тестовый', '--street=Садовая', '--houses=2,3', '--services=sip,internet')).toEqual([first]);
  expect(await publish('Тестовый', '--district=Центр', '--services=mail')).toEqual([first + 1]);
  expect(await publish('Тестовый', '--services=mail,sip')).toEqual([first + 1, first + 4, first + 5]);
  expect(await publish('Тестовый', '--street=Садовая', '--houses=2А', '--services=mail')).toEqual([
    first + 1,
    first + 5,
    first + 6,
  ]);
  expect(await publish('Другой')).toEqual([]);
});

test('a service is connected once', async () => {
  await office();
  await portal.pool.query(`update service_user set state = 'connecting', reason = null`);
  const both = await two(['service', 'connect', String(client.userId)]);
  expect(both).toEqual([
    { code: 0, said: 'Подключена' },
    { code: 1, said: 'Такой услуги нет, или её уже подключили' },
  ]);
});
