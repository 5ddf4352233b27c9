import { at } from './calendar.ts';
import { insertRows } from './rows.ts';
import type { Seeding } from './seeding.ts';

const GOALS = [
  [1, 'Не работает интернет', 'internet'],
  [2, 'Низкая скорость', 'internet'],
  [3, 'Не работает ТВ', 'tv'],
  [4, 'Не работает телефон', 'telephone'],
  [5, 'Вызвать мастера', null],
  [6, 'Вопрос по оплате', null],
  [7, 'Переезд', null],
  [8, 'Другое', null],
] as const;

/** The number of earlier orders; the demo has the last two. */
const ORDERS_BEFORE = 20_479;

interface Step {
  readonly state: 'new' | 'accepted' | 'in_progress' | 'done';
  readonly moment: string;
  readonly text: string;
}

export const addGoals = (client: Seeding['client']): Promise<void> =>
  insertRows(
    client,
    'support_goal',
    GOALS.map(([id, name, kind]) => ({ goal_id: id, name, service_kind: kind })),
  );

/** 100001 has a finished order and an open one with a visit. */
export async function addOrders({ client, calendar }: Seeding): Promise<void> {
  await client.query(`alter table support_order alter column order_id restart with ${ORDERS_BEFORE + 1}`);

  const done: Step[] = [
    { state: 'new', moment: at(calendar.ago(96), '20:14'), text: 'Заявка создана' },
    { state: 'in_progress', moment: at(calendar.ago(95), '09:05'), text: 'Проверяем линию' },
    { state: 'done', moment: at(calendar.ago(95), '11:30'), text: 'Заменили порт на коммутаторе, скорость 300 Мбит/с' },
  ];
  const open: Step[] = [
    { state: 'new', moment: at(calendar.ago(3), '19:42'), text: 'Заявка создана' },
    { state: 'accepted', moment: at(calendar.ago(2), '09:10'), text: 'Назначили мастера' },
  ];
  const visit = { visit_from: at(calendar.ahead(2), '14:00'), visit_to: at(calendar.ahead(2), '16:00') };
  await addOrder(client, { goal: 2, text: 'По вечерам медленно открываются сайты', visit: null }, done);
  await addOrder(client, { goal: 5, text: 'Переложить кабель', visit }, open);
}

async function addOrder(
  client: Seeding['client'],
  order: { goal: number; text: string; visit: { visit_from: string; visit_to: string } | null },
  steps: readonly Step[],
): Promise<void> {
  const [first, last] = [steps[0], steps.at(-1)];
  const { rows } = await client.query<{ order_id: string | number }>(
    `insert into support_order
       (contract_id, goal_id, user_id, text, state, created_at, updated_at, visit_from, visit_to)
     values (100001, $1, (select user_id from service_user where login = 'kuznetsova84'), $2, $3, $4, $5, $6, $7)
     returning order_id`,
    [
      order.goal,
      order.text,
      last?.state,
      first?.moment,
      last?.moment,
      order.visit?.visit_from ?? null,
      order.visit?.visit_to ?? null,
    ],
  );
  const events = steps.map(({ state, moment, text }) => ({
    order_id: rows[0]?.order_id,
    happened_at: moment,
    state,
    text,
  }));
  await insertRows(client, 'support_event', events);
}
