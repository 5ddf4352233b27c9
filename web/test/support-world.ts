import { contract, type Wire } from '#web/api/contract.ts';
import { answers } from './stub.ts';
import type { Diagnosis } from '#web/shared/diagnosis/diagnosis-data.ts';

// The support as a subscriber meets it on 20 November 2026, 14:05 in Samara.

type Support = typeof contract.support;
export type Goal = Wire<Support['getOrderGoals']>[number];
export type FullOrder = Wire<Support['getOrder']>;
type Order = Wire<Support['getOrders']>['items'][number];

export const goal = (own: Partial<Goal> = {}): Goal => ({
  goal_id: 2,
  name: 'Низкая скорость',
  service_kind: 'internet',
  asks_service: true,
  asks_visit: true,
  question: 'Когда и где медленно',
  answer_minutes: 30,
  ...own,
});

export const checked = (own: Partial<Diagnosis> = {}): Diagnosis => ({
  service: {
    kind: 'internet',
    user_id: 1,
    phone_number: null,
    name: 'Интернет',
    login: 'kuznetsova84',
    address: 'ул. Юбилейная, 31',
    account: 'i',
    plan_mbit: 300,
  },
  checks: [
    { what: 'debt', ok: true, title: 'Долга нет', value: 'на счёте 1 234,50 ₽', detail: null, cure: null },
    { what: 'incident', ok: true, title: 'Аварий у вас нет', value: 'и работ нет', detail: null, cure: null },
    { what: 'locked', ok: true, title: 'Вход открыт', value: 'паузы нет', detail: null, cure: null },
    { what: 'line', ok: true, title: 'Роутер на связи', value: 'с 03:12', detail: null, cure: null },
  ],
  finding: {
    cause: 'none',
    title: 'До роутера всё работает',
    lead: 'Скорее всего, дело в Wi-Fi или в самом устройстве',
  },
  goal: { goal_id: 2, name: 'Низкая скорость', answer_minutes: 30 },
  incident_id: null,
  known: {
    user_id: 1,
    service: 'Интернет, «Волга 300»',
    address: 'ул. Юбилейная, 31',
    phone: '+7 ••• •••-01-84',
    client: 'Мария Сергеевна',
  },
  open_order: null,
  ...own,
});

type CallBack = Wire<Support['getCallBacks']>[number];

export const callBack = (own: Partial<CallBack> = {}): CallBack => ({
  call_back_id: 7,
  phone: '+7 ••• •••-02-12',
  topic: 'Оплата',
  call: { from: '2026-11-21T05:00:00.000Z', to: '2026-11-21T08:00:00.000Z' },
  state: 'waiting',
  late_times: 0,
  note: null,
  done_at: null,
  ...own,
});

export const order = (own: Partial<Order> = {}): Order => ({
  order_id: 20481,
  goal: 'Низкая скорость',
  text: 'Вечером медленно',
  state: 'new',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  visit: null,
  arrives_at: null,
  answer_by: '2026-11-20T10:20:00.000Z',
  late_times: 0,
  rating: null,
  last: { author: 'client', text: 'Вечером медленно' },
  ...own,
});

const MAY = { possible: true, reason: null };
const MAY_NOT = { possible: false, reason: 'Заявка ещё открыта' };

export const fullOrder = (own: Partial<FullOrder> = {}): FullOrder => ({
  ...order(),
  user_id: 1,
  service: 'Интернет',
  phone: '+7 ••• •••-01-84',
  wished_time: null,
  checks: [],
  assignee: null,
  master: null,
  rating_text: null,
  answer: MAY,
  close: MAY,
  reopen: MAY_NOT,
  rate: MAY_NOT,
  move: { possible: false, reason: null, until: null },
  events: [
    {
      event_id: 1,
      order_id: 20481,
      kind: 'state',
      state: 'new',
      author: 'client',
      author_name: null,
      text: 'Вечером медленно',
      happened_at: '2026-11-20T10:00:00.000Z',
      files: [],
    },
  ],
  ...own,
});

const SLOTS: Wire<Support['visitSlots']> = [
  { slot_id: 1, from: '2026-11-21T06:00:00.000Z', to: '2026-11-21T08:00:00.000Z', is_free: false },
  { slot_id: 2, from: '2026-11-21T08:00:00.000Z', to: '2026-11-21T10:00:00.000Z', is_free: true },
  { slot_id: 3, from: '2026-11-23T06:00:00.000Z', to: '2026-11-23T08:00:00.000Z', is_free: true },
];

export const OTHER_GOAL = goal({ goal_id: 6, name: 'Вопрос по оплате', service_kind: null, asks_visit: false });

/** A subscriber whom nothing ails, with two goals to choose from. */
export function serveSupport(): void {
  answers(contract.support.getIncidents, {}, []);
  answers(contract.notice.getMessages, {}, []);
  answers(
    contract.support.getCont,
    {},
    {
      phones: [{ label: 'Поддержка', phone: '78482001234' }],
      email: 'help@volga.example',
      office: { address: 'Тольятти, Юбилейная, 1', hours: '9:00–20:00' },
      own: null,
      consent: { version: '1', text: 'Согласен' },
    },
  );
  answers(contract.support.getOrderGoals, {}, [goal(), OTHER_GOAL]);
  answers(contract.support.check, {}, checked());
  answers(contract.support.visitSlots, {}, SLOTS);
  answers(contract.support.getOrders, {}, { items: [], next: null });
  answers(contract.support.getCallBacks, {}, []);
}
