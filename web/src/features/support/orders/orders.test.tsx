import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { showContract } from '#web/api/session.ts';
import { NOW } from '../../../../test/home-world.ts';
import { renderAt, renderOwn } from '../../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../../test/stub.ts';
import { callBack, fullOrder, order, serveSupport, type FullOrder } from '../../../../test/support-world.ts';
import { IncidentBanner } from '#web/shared/notices/incident-banner.tsx';
import { SupportPage } from '../support-page.tsx';
import { keptDraft } from '../talk/kept-draft.ts';

const { support } = contract;
const ID = { params: { order_id: 20481 } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  serveSupport();
});
afterEach(() => void vi.useRealTimers());

const showList = (...items: ReturnType<typeof order>[]) => {
  answers(support.getOrders, {}, { items, next: null });
  renderOwn('/support/orders', <SupportPage />, '/support/:view_type');
};
const showOrder = (own: Partial<FullOrder> = {}) => {
  answers(support.getOrder, ID, fullOrder(own));
  renderAt('/support/order?id=20481', <SupportPage />, '/support/:view_type');
};
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const bodyOf = (path: string) => requests().find((sent) => sent.path.endsWith(path))?.body;

const VISIT = { from: '2026-11-24T10:00:00.000Z', to: '2026-11-24T12:00:00.000Z' };

it.each([
  ['what the client must do', [order({ state: 'waiting_client', visit: VISIT })], 'Ждём вашего ответа'],
  ['the visit', [order(), order({ order_id: 2, visit: VISIT })], /^Мастер придёт 24\sноября$/],
  ['the promised time', [order()], 'Ответим до 14:20'],
  ['a missed promise', [order({ answer_by: '2026-11-20T10:00:00.000Z' })], /^Обещали ответить до 14:00 и\sне\sуспели$/],
  ['work without a promise', [order({ state: 'in_progress', answer_by: null })], 'Работаем над заявкой'],
  ['the rating', [order({ state: 'done', answer_by: null })], 'Как мы справились?'],
  ['that all is done', [order({ state: 'done', answer_by: null, rating: 5 })], 'Всё сделали'],
  ['that only cancelled ones are left', [order({ state: 'cancelled', answer_by: null })], 'Открытых заявок нет'],
  ['that there are none', [], 'Заявок нет'],
])('the heading of the list tells %s', async (_, items, title) => {
  showList(...items);
  expect(await heading(title)).toBeVisible();
});

it.each([
  ['a call that is awaited', callBack(), /^Позвоним завтра с\s09:00 до\s12:00$/, 'Ждёт звонка'],
  ['a call that somebody has taken', callBack({ state: 'taken' }), /^Позвоним завтра/, 'Взяли в работу'],
  ['a promise that was not kept', callBack({ late_times: 1 }), /^Позвоним завтра/, 'Задерживаем звонок'],
  [
    'the last promise that was not kept',
    callBack({ late_times: 2, call: { from: '2026-11-20T05:00:00.000Z', to: '2026-11-20T08:00:00.000Z' } }),
    'Не успели вам позвонить',
    'Задерживаем звонок',
  ],
  [
    'a call that nobody answered',
    callBack({ state: 'no_answer', done_at: '2026-11-20T09:00:00.000Z' }),
    'Заявок нет',
    'Не дозвонились',
  ],
])('the list tells of %s', async (_, call, title, word) => {
  answers(support.getCallBacks, {}, [call]);
  showList();
  expect(await heading(title)).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Звонки' })).getByText(word)).toBeVisible();
});

it('a call that is awaited is withdrawn after a question; one that is over has no such button', async () => {
  answers(support.getCallBacks, {}, [
    callBack(),
    callBack({ call_back_id: 8, state: 'called', done_at: NOW.toISOString() }),
  ]);
  answers(support.withdrawCall, {}, { again_at: null });
  showList();
  await userEvent.click(await screen.findByRole('button', { name: 'Отменить звонок' }));
  answers(support.getCallBacks, {}, [callBack({ state: 'withdrawn', done_at: NOW.toISOString() })]);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Отменить звонок' }));
  expect(await screen.findByText('Звонок отменён')).toBeVisible();
  expect(await screen.findByText('Вы отменили')).toBeVisible();
  expect(requests().find(({ path }) => path.endsWith('/withdraw-call'))?.body).toEqual({
    call_back_id: callBack().call_back_id,
  });
});

it('shows the orders, and offers to repeat, when the calls do not load', async () => {
  at('GET', '/api/v2/support/get-call-backs', () => json({}, 500));
  showList(order());
  expect(await screen.findByText('Не удалось загрузить звонки.')).toBeVisible();
  expect(screen.getByRole('link', { name: /Низкая скорость/ })).toBeVisible();
});

it('says that the orders themselves are safe when the list does not load', async () => {
  at('GET', '/api/v2/support/get-orders', () => json({}, 500));
  renderAt('/support/orders', <SupportPage />, '/support/:view_type');
  expect(await screen.findByText(/Сами заявки на месте/)).toBeVisible();
});

it('shows the course of an order and what is being done', async () => {
  showOrder({ state: 'accepted', assignee: 'Ольга', visit: VISIT, answer_by: null });
  expect(await heading(/^Мастер придёт 24\sноября$/)).toBeVisible();
  const steps = within(screen.getByRole('list', { name: 'Ход заявки' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringMatching(/^Приняли, сделано/),
    expect.stringMatching(/^Назначили, сделаноОльга/),
    expect.stringMatching(/^Визит, сейчас24\sноября, 14:00/),
    expect.stringMatching(/^Готово, впереди/),
  ]);
  expect(steps[2]).toHaveAttribute('aria-current', 'step');
});

it('keeps a message that was not sent', async () => {
  at('POST', '/api/v2/support/answer', () => Promise.reject(new TypeError('no network')));
  showOrder();
  const field = await screen.findByRole('textbox', { name: 'Сообщение' });
  await userEvent.type(field, 'Ещё и телевизор');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
  expect(field).toHaveValue('Ещё и телевизор');
  answers(support.answer, {}, { order_id: 20481, state: 'new', answer_by: '2026-11-20T10:20:00.000Z' });
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  await waitFor(() => expect(field).toHaveValue(''));
});

it('clears only what was sent: words typed meanwhile stay, also for another day', async () => {
  showContract(100001);
  const sent = Promise.withResolvers<undefined>();
  at('POST', '/api/v2/support/answer', async () => {
    await sent.promise;
    return json({ order_id: 20481, state: 'new', answer_by: null });
  });
  showOrder();
  const field = await screen.findByRole('textbox', { name: 'Сообщение' });
  await userEvent.type(field, 'Роутер мигает');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  await userEvent.type(field, ' и телевизор молчит');
  sent.resolve(undefined);
  await waitFor(() => expect(field).toHaveValue('и телевизор молчит'));
  expect(keptDraft('message.20481')).toEqual({ text: 'и телевизор молчит' });
  expect(bodyOf('/answer')).toMatchObject({ text: 'Роутер мигает' });
});

it('says how to give a service up instead of offering to cancel the visit that connects it', async () => {
  const reason =
    'По этой заявке мастер подключает «ТВ с приставкой». Если передумали, отключите услугу: заявка отменится сама';
  showOrder({ close: { possible: false, reason } });
  expect(await screen.findByText(reason)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Отменить заявку' })).toBeNull();
});

it('moves a visit to a free time only, and names the time on the button', async () => {
  answers(support.moveVisit, {}, { order_id: 20481, visit: VISIT });
  const move = { possible: true, reason: null, until: '2026-11-23T10:00:00.000Z' };
  showOrder({ visit: VISIT, move, answer_by: null, state: 'accepted' });
  await userEvent.click(await screen.findByRole('button', { name: 'Перенести' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'На когда перенести?' }));
  expect(dialog.getByRole('button', { name: 'Выберите время' })).toHaveAttribute('aria-disabled', 'true');
  const days = within(await dialog.findByRole('group', { name: 'День визита' })).getAllByRole('button');
  expect(days.map((day) => day.textContent)).toEqual(['Сб\u00a021', 'Пн\u00a023']);
  await userEvent.click(days[1]!);
  await userEvent.click(dialog.getByRole('button', { name: /10:00/ }));
  await userEvent.click(dialog.getByRole('button', { name: /^Перенести на 23\sноября, 10:00/ }));
  await waitFor(() => expect(bodyOf('/move-visit')).toEqual({ order_id: 20481, slot_id: 3 }));
});

it('a window that somebody else has just taken is shown as taken', async () => {
  refuses(support.moveVisit, {}, 'slot_taken');
  showOrder({ visit: VISIT, move: { possible: true, reason: null, until: null }, state: 'accepted' });
  await userEvent.click(await screen.findByRole('button', { name: 'Перенести' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'На когда перенести?' }));
  await userEvent.click(await dialog.findByRole('button', { name: /^12:00/ }));
  at('GET', '/api/v2/support/visit-slots', () =>
    json([
      { slot_id: 2, from: '2026-11-21T08:00:00.000Z', to: '2026-11-21T10:00:00.000Z', is_free: false },
      { slot_id: 4, from: '2026-11-21T10:00:00.000Z', to: '2026-11-21T12:00:00.000Z', is_free: true },
    ]),
  );
  await userEvent.click(dialog.getByRole('button', { name: /^Перенести на/ }));
  expect(await screen.findByText(/Это время только что заняли/)).toBeVisible();
  expect(await dialog.findByRole('button', { name: /^12:00.*занято/ })).toHaveAttribute('aria-disabled', 'true');
  expect(dialog.getByRole('button', { name: 'Выберите время' })).toHaveAttribute('aria-disabled', 'true');
});

it('rates from one to five, and keeps the mark after a refusal', async () => {
  refuses(support.rate, {}, 'order_not_rated');
  const MAY = { possible: true, reason: null };
  showOrder({ state: 'done', answer_by: null, rate: MAY, reopen: MAY, answer: { possible: false, reason: 'Закрыта' } });
  const marks = within(await screen.findByRole('group', { name: /^Оценка от 1/ }));
  await userEvent.click(marks.getByRole('button', { name: '4' }));
  await userEvent.click(screen.getByRole('button', { name: 'Поставить 4' }));
  expect(await screen.findByText(/Оценить можно заявку/)).toBeVisible();
  expect(marks.getByRole('button', { name: '4' })).toHaveAttribute('aria-pressed', 'true');
  expect(bodyOf('/rate')).toEqual({ order_id: 20481, rating: 4, text: '' });
});

it('asks before it cancels, and says that there is no way back', async () => {
  showOrder();
  await userEvent.click(await screen.findByRole('button', { name: 'Отменить заявку' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отменить заявку?' }));
  expect(dialog.getByText(/Снова открыть отменённую заявку нельзя/)).toBeVisible();
  expect(bodyOf('/close')).toBeUndefined();
});

it('a number that is none, or of nobody, is said not to be found', async () => {
  refuses(support.getOrder, ID, 'not_found');
  renderAt('/support/order?id=20481', <SupportPage />, '/support/:view_type');
  expect(await heading('Такой заявки нет')).toBeVisible();
});

it('tells of a failure once, in full, with «у меня тоже»', async () => {
  const notice = { id: 7, kind: 'incident', title: 'Повреждён кабель', body: 'Чиним', topic: null } as const;
  answers(contract.notice.getMessages, {}, [
    { ...notice, services: ['internet', 'tv'], created_at: NOW.toISOString(), until: null },
  ]);
  answers(support.getIncidents, {}, [
    {
      incident_id: 3,
      cause: 'повреждён кабель',
      services: ['internet', 'tv'],
      places: [],
      began_at: '2026-11-20T09:00:00.000Z',
      planned_until: '2026-11-20T13:00:00.000Z',
      ended_at: null,
      reports: 2,
      is_reported: false,
      compensation: null,
    },
  ]);
  answers(support.getOrders, {}, { items: [], next: null });
  renderOwn(
    '/support/orders',
    <>
      <IncidentBanner />
      <SupportPage />
    </>,
    '/support/:view_type',
  );
  await screen.findByRole('button', { name: /У\sменя тоже \(2\sсообщения\)/ });
  expect(screen.getByText(/Не\sработают интернет, ТВ\. Починим к\s17:00\./)).toBeVisible();
  expect(screen.getAllByText(/Повреждён кабель/)).toHaveLength(1);
});

it('tells of a failure what every page knows when the list of failures does not load', async () => {
  const notice = { id: 7, kind: 'incident', title: 'Повреждён кабель', body: 'Чиним', topic: null } as const;
  answers(contract.notice.getMessages, {}, [{ ...notice, services: [], created_at: NOW.toISOString(), until: null }]);
  refuses(support.getIncidents, {}, 'unexpected');
  showList();
  expect(await screen.findByText('Повреждён кабель')).toBeVisible();
});
