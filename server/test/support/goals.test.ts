import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { runCommand } from '../../src/operator/operator.ts';
import { testPortal } from '../portal/portal.ts';

const { support } = contract;
const WHO = 100_001;

async function office() {
  const portal = await testPortal();
  const run = async (...line: string[]) => {
    const said: string[] = [];
    const tools = () => Promise.resolve({ ...portal.world, agents: [] });
    const code = await runCommand(tools, line, (text) => void said.push(text.replaceAll('\u00a0', ' ')));
    return { code, said };
  };
  const chosen = async () => (await portal.send(support.getOrderGoals, {}, WHO)).body;
  const file = (goal_id: number) => portal.send(support.addOrder, { body: { goal_id, text: 'Нужна помощь' } }, WHO);
  return { portal, run, chosen, file };
}

test('the operator adds a goal: clients choose it, and it promises what it says', async () => {
  const { portal, run, chosen, file } = await office();
  const options = ['--kind', 'internet', '--visit', 'yes', '--minutes', '90', '--position', '1'];
  const { code, said } = await run('goals', 'add', 'Смена роутера', 'Какой роутер стоит', ...options);
  expect([code, said]).toEqual([0, ['Добавлена тема 9', 'Открытые кабинеты узнают об этом в течение суток']]);
  expect((await chosen()).find(({ goal_id }) => goal_id === 9)).toEqual({
    goal_id: 9,
    name: 'Смена роутера',
    service_kind: 'internet',
    asks_service: true,
    asks_visit: true,
    question: 'Какой роутер стоит',
    answer_minutes: 90,
  });
  const { body } = await file(9);
  expect(Date.parse(body.answer_by ?? '') - portal.clock.now().getTime()).toBe(90 * 60_000);
  expect((await run('goals', 'list')).said).toContain(
    '9  место 1  Смена роутера  «Какой роутер стоит»  internet  с визитом  ответ за 90 мин  открыто 1',
  );
});

test('a goal without options is about anything, and stands last', async () => {
  const { run, chosen } = await office();
  await run('goals', 'add', 'Жалоба', 'Что не так');
  expect((await chosen()).at(-1)).toMatchObject({
    name: 'Жалоба',
    service_kind: null,
    asks_visit: false,
    answer_minutes: 30,
  });
});

test('a change touches only what it names', async () => {
  const { run, chosen } = await office();
  const before = (await chosen()).find(({ goal_id }) => goal_id === 1);
  expect((await run('goals', 'change', '1', '--minutes', '15', '--kind', 'any')).code).toBe(0);
  expect((await chosen()).find(({ goal_id }) => goal_id === 1)).toEqual({
    ...before,
    answer_minutes: 15,
    service_kind: null,
    asks_service: false,
  });
});

test('a retired goal is chosen no more, its orders go on, and a change brings it back', async () => {
  const { portal, run, chosen, file } = await office();
  const { body: order } = await file(5);
  const open = (await run('goals', 'list')).said.find((line) => line.startsWith('5  '));
  expect(open).toMatch(/открыто 2$/);
  expect((await run('goals', 'retire', '5')).said[0]).toBe('Тема 5 снята, открытых заявок по ней: 2');
  expect((await chosen()).map(({ goal_id }) => goal_id)).not.toContain(5);
  expect((await file(5)).body).toMatchObject({ code: 'order_goal_retired' });
  const check = await portal.send(support.check, { query: { goal_id: '5' } }, WHO);
  expect([check.status, check.body]).toMatchObject([409, { code: 'order_goal_retired' }]);
  const shown = await portal.send(support.getOrder, { params: { order_id: order.order_id } }, WHO);
  expect(shown.body).toMatchObject({ goal: 'Вызвать мастера', answer: { possible: true } });
  expect((await run('goals', 'list')).said.find((line) => line.startsWith('5  '))).toMatch(/снята$/);
  expect(await run('goals', 'retire', '5')).toMatchObject({ code: 1, said: ['Такой темы нет, или она уже снята'] });
  await run('goals', 'change', '5');
  expect((await chosen()).map(({ goal_id }) => goal_id)).toContain(5);
});

test('refuses a second goal of one name, the last goal, and values that make no sense', async () => {
  const { portal, run } = await office();
  expect((await run('goals', 'add', 'переезд', 'Куда')).said).toEqual(['Тема с таким названием уже есть']);
  expect((await run('goals', 'change', '1', '--name', 'Переезд')).said).toEqual(['Тема с таким названием уже есть']);
  expect((await run('goals', 'change', '99')).said).toEqual(['Такой темы нет, или она уже снята']);
  expect(await run('goals', 'change', '1', '--minutes', '0')).toEqual({
    code: 2,
    said: ['Минуты: целое число от 1 до 10080'],
  });
  expect((await run('goals', 'change', '1', '--kind', 'radio')).said).toEqual([
    'Услуга: internet, tv, sip, mail, telephone или any',
  ]);
  await portal.pool.query('update support_goal set retired_at = now() where goal_id <> 1');
  expect((await run('goals', 'retire', '1')).said).toEqual([
    'Это последняя тема: без тем клиент не сможет оставить заявку',
  ]);
});

test('two operators cannot retire the last two goals at once', async () => {
  const { portal, run } = await office();
  await portal.pool.query('update support_goal set retired_at = now() where goal_id > 2');
  // Both begin before either can write.
  const other = await portal.pool.connect();
  await other.query('begin; lock table support_goal in share row exclusive mode');
  const both = Promise.all([run('goals', 'retire', '1'), run('goals', 'retire', '2')]);
  await setTimeout(500);
  await other.query('commit');
  other.release();
  const codes = await both;
  expect(codes.map(({ code }) => code).toSorted()).toEqual([0, 1]);
});

test('the operator sees the times of an order by the clock of the provider', async () => {
  const { portal, run, file } = await office();
  const { body } = await file(5);
  const { said } = await run('orders', 'show', String(body.order_id));
  const time = new Intl.DateTimeFormat('ru', { timeStyle: 'short', timeZone: 'Europe/Samara' });
  expect(said.join('\n')).toContain(`${time.format(portal.clock.now())}  client: Нужна помощь`);
  expect(said.at(-1)).toBe('Время: Europe/Samara');
});
