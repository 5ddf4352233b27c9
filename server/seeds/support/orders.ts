import type { Day } from '@kabinet/contract/kernel/day';
import { at, minutesBefore } from '../calendar.ts';
import { insertRows } from '../rows.ts';
import { addSlots } from '../people/places.ts';
import type { Seeding } from '../seeding.ts';

interface Goal {
  readonly id: number;
  readonly name: string;
  readonly kind: string | null;
  readonly question: string;
  readonly visit?: boolean;
  readonly minutes?: number;
}

const GOALS: readonly Goal[] = [
  { id: 1, name: 'Не работает интернет', kind: 'internet', question: 'Что видите на экране и на роутере', visit: true },
  { id: 2, name: 'Низкая скорость', kind: 'internet', question: 'Когда и где медленно', visit: true },
  { id: 3, name: 'Не работает ТВ', kind: 'tv', question: 'Какие каналы и что на экране', visit: true },
  { id: 4, name: 'Не работает телефон', kind: 'sip', question: 'Что слышно в трубке', visit: true },
  { id: 5, name: 'Вызвать мастера', kind: null, question: 'Что нужно сделать', visit: true },
  { id: 6, name: 'Вопрос по оплате', kind: null, question: 'О каком платеже или списании речь', minutes: 60 },
  { id: 7, name: 'Переезд', kind: null, question: 'Куда и когда переезжаете', visit: true, minutes: 120 },
  { id: 8, name: 'Другое', kind: null, question: 'О чём хотите спросить', minutes: 60 },
];

/** The number of earlier orders; the demo has the last ones. */
const ORDERS_BEFORE = 20_476;

export async function addGoals(client: Seeding['client']): Promise<void> {
  await insertRows(
    client,
    'support_goal',
    GOALS.map(({ id, name, kind, question, visit = false, minutes = 30 }) => ({
      goal_id: id,
      name,
      service_kind: kind,
      position: id,
      asks_visit: visit,
      question,
      answer_minutes: minutes,
    })),
  );
  // The operator's own goals come after these.
  await client.query(`select setval(pg_get_serial_sequence('support_goal', 'goal_id'), $1)`, [GOALS.length]);
}

type State = 'new' | 'accepted' | 'in_progress' | 'waiting_client' | 'done' | 'cancelled';

interface Step {
  readonly state: State;
  readonly moment: string;
  readonly text: string;
  /** Who says it; by default the client in the first step, the support in later ones. */
  readonly by?: readonly [author: 'client' | 'provider' | 'portal', name: string | null];
  readonly kind?: 'state' | 'message' | 'visit' | 'rating';
}

interface Order {
  readonly contract: number;
  readonly goal: number;
  readonly login?: string;
  readonly phone: string;
  readonly steps: readonly Step[];
  readonly visit?: { readonly day: Day; readonly from: string; readonly to: string };
  readonly answerBy?: string;
  readonly rating?: number;
}

const OLGA = ['provider', 'Ольга, поддержка'] as const;
const CLIENT = ['client', null] as const;

function ordersOf({ calendar }: Seeding): readonly Order[] {
  const { now } = calendar;
  return [
    {
      contract: 100_001,
      goal: 2,
      login: 'kuznetsova84',
      phone: '79270000184',
      steps: [
        { state: 'new', moment: at(calendar.ago(96), '20:14'), text: 'По вечерам медленно открываются сайты' },
        { state: 'in_progress', moment: at(calendar.ago(95), '09:05'), text: 'Проверяем линию' },
        {
          state: 'done',
          moment: at(calendar.ago(95), '11:30'),
          text: 'Заменили порт на коммутаторе, скорость 300 Мбит/с',
        },
      ],
    },
    {
      contract: 100_005,
      goal: 6,
      phone: '79270000505',
      rating: 5,
      steps: [
        { state: 'new', moment: at(calendar.ago(21), '10:20'), text: 'Нужен акт сверки за квартал' },
        {
          state: 'accepted',
          moment: at(calendar.ago(21), '10:41'),
          text: 'Готовим, пришлём сегодня',
          by: OLGA,
          kind: 'message',
        },
        { state: 'done', moment: at(calendar.ago(21), '16:05'), text: 'Отправили акт на почту бухгалтерии' },
      ],
    },
    {
      contract: 100_003,
      goal: 5,
      phone: '79270000329',
      steps: [
        { state: 'new', moment: at(calendar.ago(4), '12:10'), text: 'Повесить розетку повыше' },
        { state: 'cancelled', moment: at(calendar.ago(4), '12:40'), text: 'Заявку отменили', by: CLIENT },
      ],
    },
    {
      contract: 100_001,
      goal: 5,
      login: 'kuznetsova84',
      phone: '79270000184',
      visit: { day: calendar.ahead(2), from: '14:00', to: '16:00' },
      steps: [
        { state: 'new', moment: at(calendar.ago(3), '19:42'), text: 'Переложить кабель' },
        { state: 'accepted', moment: at(calendar.ago(2), '09:10'), text: 'Назначили мастера', by: OLGA },
        {
          state: 'accepted',
          moment: at(calendar.ago(2), '09:12'),
          text: 'До 10 метров переложим бесплатно. Отодвиньте мебель от стены. Интернета не будет около 20 минут.',
          by: OLGA,
          kind: 'message',
        },
      ],
    },
    {
      contract: 100_002,
      goal: 6,
      phone: '79270000212',
      steps: [
        { state: 'new', moment: at(calendar.ago(1), '18:05'), text: 'Платил в терминале, деньги не пришли' },
        {
          state: 'waiting_client',
          moment: at(calendar.ago(1), '18:31'),
          text: 'Пришлите, пожалуйста, фото чека: найдём платёж по его номеру.',
          by: OLGA,
          kind: 'message',
        },
      ],
    },
    {
      contract: 100_004,
      goal: 1,
      login: 'gordeev40',
      phone: '79270000440',
      answerBy: minutesBefore(now, -20),
      steps: [{ state: 'new', moment: minutesBefore(now, 10), text: 'Интернет не включается с утра' }],
    },
  ];
}

export async function addOrders(seeding: Seeding): Promise<void> {
  const { client } = seeding;
  await client.query(`select setval(pg_get_serial_sequence('support_order', 'order_id'), $1)`, [ORDERS_BEFORE]);
  await addSlots(seeding);
  for (const order of ordersOf(seeding)) await addOrder(seeding, order);
}

async function addOrder({ client }: Seeding, order: Order): Promise<void> {
  const { contract, goal, login, phone, steps, visit, answerBy, rating } = order;
  const [first, last] = [steps[0], steps.at(-1)];
  const { rows } = await client.query<{ order_id: string | number }>(
    `insert into support_order
       (contract_id, goal_id, user_id, text, state, created_at, updated_at, phone, answer_by, rating)
     values ($1, $2, (select user_id from service_user where login = $3), $4, $5, $6, $7, $8, $9, $10)
     returning order_id`,
    [contract, goal, login, first?.text, last?.state, first?.moment, last?.moment, phone, answerBy, rating],
  );
  const orderId = rows[0]?.order_id;
  const events = steps.map(({ state, moment, text, by, kind = 'state' }, index) => {
    const [author, author_name] = by ?? (index === 0 ? CLIENT : OLGA);
    return { order_id: orderId, happened_at: moment, state, text, author, author_name, kind };
  });
  await insertRows(client, 'support_event', events);
  await client.query(
    `update support_order set (last_author, last_text) = (
       select author, text from support_event where order_id = $1 order by support_event_id desc limit 1)
     where order_id = $1`,
    [orderId],
  );
  if (visit) await takeSlot(client, orderId, at(visit.day, visit.from));
}

async function takeSlot(client: Seeding['client'], orderId: unknown, from: string): Promise<void> {
  await client.query(
    `with slot as (
       update visit_slot set order_id = $1 where slot_id = (
         select slot_id from visit_slot where starts_at = $2 order by slot_id limit 1)
       returning starts_at, ends_at
     )
     update support_order set visit_from = starts_at, visit_to = ends_at from slot where order_id = $1`,
    [orderId, from],
  );
}
