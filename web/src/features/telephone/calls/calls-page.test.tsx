import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { homeWorld, NOW, phoneNumber, serveHome, user } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, at, json, refuses } from '../../../../test/stub.ts';
import type { Call, CallsOfMonth, Total } from './call.texts.ts';
import { CallsPage } from './calls-page.tsx';
import { callsTop } from './hours-chart.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answers(numberAccess, {}, { items: [], next: null });
});
afterEach(() => void vi.useRealTimers());

const NUMBER = '78482003107';
const { total, showNumbers, hideNumbers, numberAccess } = contract.telephoneCall;
const IN_TEN_MINUTES = new Date(NOW.getTime() + 600_000).toISOString();

const call = (own: Partial<Call> = {}): Call => ({
  call_id: 1,
  at: '2026-11-20T08:15:00.000Z',
  number: '79270000001',
  direction: 'out',
  zone: 'mobile',
  seconds: 245,
  amount: '11.00',
  covered_seconds: 0,
  ...own,
});
const sum = (own: Partial<Total> = {}): Total => ({
  zone: 'mobile',
  zone_name: 'Мобильные',
  direction: 'out',
  calls: 2,
  seconds: 4320,
  covered_seconds: 0,
  amount: '158.40',
  ...own,
});
const month = (own: Partial<CallsOfMonth> = {}): CallsOfMonth => ({
  period: '2026-11',
  items: [call()],
  next: null,
  totals: [sum()],
  hours: [],
  packages: [],
  periods: ['2026-11', '2026-10'],
  numbers_shown_until: null,
  ...own,
});

/** Stubs replies by the query; returns the queries of all requests. */
function serve(answer: (query: URLSearchParams) => CallsOfMonth): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  const before = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (!url.pathname.endsWith('/telephone-call/total')) return before(input, init);
    asked.push(url.searchParams);
    return Promise.resolve(json(answer(url.searchParams)));
  };
  return asked;
}

const show = () => renderAt(`/telephone/calls/${NUMBER}`, <CallsPage />, '/telephone/calls/:phone_number');
const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');

it('shows the calls of the month by day, with number, duration, zone and price', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  const items = [
    call(),
    call({ call_id: 2, direction: 'in', amount: '0.00', number: '375170000001', seconds: 45 }),
    call({ call_id: 3, direction: 'in', seconds: 0, amount: '0.00', number: 'anonymous' }),
    call({ call_id: 4, at: '2026-11-19T20:30:00.000Z', amount: '0.00', covered_seconds: 300 }),
    call({ call_id: 5, at: '2026-11-19T19:30:00.000Z', covered_seconds: 60 }),
    call({ call_id: 6, at: '2026-11-19T19:20:00.000Z', seconds: 0, amount: '0.00' }),
  ];
  answers(total, {}, month({ items }));
  show();
  const days = await screen.findAllByRole('heading', { level: 3 });
  expect(days.map(plain)).toEqual(['Сегодня, 20 ноября', 'Вчера, 19 ноября']);
  const rows = within(screen.getByRole('region', { name: 'Звонки' }))
    .getAllByRole('listitem')
    .map(plain);
  expect(rows).toEqual([
    'Исходящий+7 927 000-00-0112:15 · Мобильные · 4 мин 5 с11,00 ₽',
    'Входящий+375 17000000112:15 · Мобильные · 45 сБесплатно',
    'ВходящийНомер скрыт12:15 · Мобильные · Пропущенный',
    'Исходящий+7 927 000-00-0100:30 · Мобильные · 4 мин 5 сИз пакета',
    'Исходящий+7 927 000-00-0123:30 · Мобильные · 4 мин 5 с11,00 ₽часть из пакета',
    'Исходящий+7 927 000-00-0123:20 · Мобильные · Без ответа',
  ]);
  expect(plain(screen.getByRole('region', { name: 'Звонки' }))).toContain('Сегодня, 20 ноября4 звонка, 11,00 ₽');
  expect(plain(screen.getByRole('region', { name: 'Звонки' }))).toContain('Вчера, 19 ноября2 звонка, 11,00 ₽');
});

it('tells no sum of a day whose other calls are not loaded', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  answers(total, {}, month({ items: [call(), call({ call_id: 2, at: '2026-11-19T19:30:00.000Z' })], next: 'more' }));
  show();
  expect(plain((await screen.findByText(/^1\sзвонок, 11,00\s₽$/)).closest('section')!)).toContain('Сегодня');
  expect(plain(screen.getByRole('heading', { level: 3, name: /Вчера/ }).parentElement!)).toBe('Вчера, 19 ноября');
});

it('shows the totals of the month by zone', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  const totals = [
    sum(),
    sum({ zone: 'local', zone_name: 'Местные', calls: 21, seconds: 60, amount: '0.65' }),
    sum({ direction: 'in', calls: 1, seconds: 30, amount: '0.00' }),
  ];
  answers(total, {}, month({ totals }));
  show();
  const card = await screen.findByRole('region', { name: /^За\sноябрь$/ });
  const text = plain(card);
  expect(text).toContain('За звонки159,05 ₽');
  expect(text).toContain('Исходящие231 ч 13 мин');
  expect(text).toContain('Входящие130 с');
  const zones = within(card).getAllByRole('listitem').map(plain);
  expect(zones).toEqual([
    'Мобильные158,40 ₽Исходящие: 2 звонка, 1 ч 12 минВходящие: 1 звонок, 30 с',
    'Местные0,65 ₽Исходящие: 21 звонок, 1 мин',
  ]);
});

it('filters by direction, zone and a part of the number', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  const asked = serve((query) => month({ numbers_shown_until: IN_TEN_MINUTES, ...(query.has('q') && { items: [] }) }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Исходящие/ }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Направление' }), 'Мобильные');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Номер или его часть' }), '927 000');
  expect(await screen.findByText('Таких звонков нет')).toBeVisible();
  expect(Object.fromEntries(asked.at(-1)!)).toEqual({
    phone_number: NUMBER,
    period: '2026-11',
    direction: 'out',
    zone: 'mobile',
    q: '927000',
    limit: '30',
  });
  expect(asked.filter((query) => query.has('q'))).toHaveLength(1);
});

it('masks the numbers of others; a reader hears that their middle is hidden', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  answers(total, {}, month({ items: [call({ number: '7927*****12' }), call({ call_id: 2, number: '375*******67' })] }));
  show();
  const list = within(await screen.findByRole('region', { name: 'Звонки' }));
  const [first, second] = (await list.findAllByRole('listitem')).map(plain);
  expect(first).toContain('+7 927 ••• •• 12+7 927 … 12, середина скрыта');
  expect(second).toContain('+375 •••••••67');
  expect(list.getByRole('searchbox', { name: 'Номер или его часть' })).toBeDisabled();
});

it('shows the numbers when asked, and hides them again', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  const masked = month({ items: [call({ number: '7927*****01' })] });
  answers(total, {}, masked);
  answers(showNumbers, {}, { shown_until: IN_TEN_MINUTES });
  answers(hideNumbers, {}, {});
  show();
  const ask = await screen.findByRole('button', { name: 'Показать номера' });
  answers(total, {}, month({ numbers_shown_until: IN_TEN_MINUTES }));
  await userEvent.click(ask);
  expect(await screen.findByText(/927\s000-00-01/)).toBeVisible();
  expect(screen.getByText(/Номера видны до/)).toBeVisible();
  answers(total, {}, masked);
  await userEvent.click(screen.getByRole('button', { name: 'Скрыть сейчас' }));
  expect(await screen.findByRole('button', { name: 'Показать номера' })).toBeVisible();
  expect(screen.queryByText(/927\s000-00-01/)).toBeNull();
});

it('full numbers leave the screen when the time is over, even if nothing can be loaded', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  const soon = new Date(NOW.getTime() + 300).toISOString();
  answers(total, {}, month({ numbers_shown_until: soon }));
  show();
  expect(await screen.findByText(/927\s000-00-01/)).toBeVisible();
  refuses(total, {}, 'unexpected');
  await vi.waitFor(() => expect(screen.queryByText(/927\s000-00-01/)).toBeNull());
});

it('lists who saw the numbers', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  answers(total, {}, month());
  const access = {
    number_access_id: 3,
    at: '2026-11-20T08:15:00.000Z',
    what: 'shown',
    period: null,
    browser: 'Chrome на Windows',
    network: '95.24.10.*',
    is_current: false,
  } as const;
  answers(
    numberAccess,
    {},
    {
      items: [
        access,
        { ...access, number_access_id: 2, what: 'pdf', period: '2026-10', is_current: true },
        { ...access, number_access_id: 1, what: 'hidden' },
      ],
      next: null,
    },
  );
  show();
  const card = within(await screen.findByRole('region', { name: 'Кто видел номера' }));
  expect((await card.findAllByRole('listitem')).map(plain)).toEqual([
    'Показали на 10 минут20 ноября, 12:15 · Chrome на Windows, 95.24.10.*',
    'Скачали PDF за октябрь20 ноября, 12:15 · это устройство, 95.24.10.*',
    'Скрыли раньше срока20 ноября, 12:15 · Chrome на Windows, 95.24.10.*',
  ]);
});

it('draws the calls by hour, with the same numbers in a table', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  const hours: CallsOfMonth['hours'] = [
    { hour: 9, direction: 'out', calls: 2, missed: 0, seconds: 60 },
    { hour: 19, direction: 'out', calls: 1, missed: 1, seconds: 0 },
    { hour: 19, direction: 'in', calls: 4, missed: 3, seconds: 60 },
  ];
  answers(total, {}, month({ hours }));
  show();
  const chart = await screen.findByRole('slider', { name: /по часам суток/ });
  expect(chart).toHaveAccessibleName(
    'Звонки по часам суток. Чаще всего с 19:00 до 20:00: 5\u00a0звонков. Все числа — в таблице ниже.',
  );
  await userEvent.click(screen.getByText('Таблица по часам'));
  expect(screen.getAllByRole('row').map(plain)).toEqual(['ЧасИсходящиеВходящие', '9:00–10:0020', '19:00–20:0014']);
  expect(plain(screen.getByRole('region', { name: /^За\sноябрь$/ }))).toContain('Пропущенные3');
});

it.each([
  [0, 2],
  [1, 2],
  [5, 6],
  [10, 10],
  [11, 20],
  [230, 400],
])('a chart of at most %i calls goes up to %i', (most, top) => {
  expect(callsTop(most)).toBe(top);
});

it('loads further pages, and another month', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  const asked = serve((query) => {
    if (query.get('period') === '2026-10')
      return month({ period: '2026-10', items: [call({ call_id: 9, at: '2026-10-05T08:15:00.000Z' })] });
    if (query.has('cursor')) return month({ items: [call({ call_id: 2, number: '78482000007' })] });
    return month({ next: 'c2' });
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Показать ещё звонки' }));
  expect(await screen.findByText(/8482\s00-00-07/)).toBeVisible();
  expect(asked.at(-1)!.get('cursor')).toBe('c2');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Месяц' }), 'Октябрь');
  expect(await screen.findByRole('heading', { level: 3, name: /5\sоктября/ })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Месяц' })).toHaveValue('2026-10');
});

it.each([
  ['Скачать PDF', 'pdf'],
  ['Скачать таблицу', 'csv'],
])('%s: opens the calls of the month by a secure link', async (name, format) => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  answers(total, {}, month());
  const wanted: unknown[] = [];
  at('POST', '/api/v2/document/link', ({ body }) => {
    wanted.push(body);
    return json({ url: 'https://kabinet.test/lk/document?access-token=x', expires_at: '2026-11-20T10:06:00.000Z' });
  });
  const replace = vi.fn();
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace } } as unknown as Window);
  show();
  await userEvent.click(await screen.findByRole('button', { name }));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('https://kabinet.test/lk/document?access-token=x'));
  expect(wanted).toEqual([{ kind: 'calls', phone_number: NUMBER, period: '2026-11', format }]);
});

it('shows the minutes left', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  const own = {
    name: '60 минут по России',
    zones: ['Местные', 'Мобильные'],
    included_seconds: 3600,
    used_seconds: 2220,
  };
  answers(total, {}, month({ packages: [own, { ...own, name: 'Ночные', used_seconds: 3600 }] }));
  show();
  const card = await screen.findByRole('region', { name: 'Минуты в тарифе' });
  expect(plain(card)).toContain('Осталось 23 мин из 60 мин');
  expect(plain(card)).toContain('Минуты закончились');
  // A meter of no minutes would be an empty bar.
  expect(card.querySelectorAll('i')).toHaveLength(1);
});

it('says that a month has no calls, and links to other months', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  answers(total, {}, month({ items: [], totals: [], periods: ['2026-10'] }));
  show();
  expect(await screen.findByText(/Звонков за\sноябрь нет/)).toBeVisible();
  const months = within(screen.getByRole('combobox', { name: 'Месяц' })).getAllByRole('option');
  expect(months.map(({ textContent }) => textContent)).toEqual(['Ноябрь', 'Октябрь']);
});

it('shows the debt of a number, with the way out', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber({ state: 'blocked', reason: 'debt' })] }));
  answers(total, {}, month());
  show();
  expect(await screen.findByRole('link', { name: 'Как включить' })).toHaveAttribute('href', `/lk/telephone/${NUMBER}`);
});

it('links back to the page of a SIP line', async () => {
  serveHome(homeWorld({ users: [user({ user_id: 7, user_type: 'sip', login: NUMBER })] }));
  answers(total, {}, month());
  show();
  await vi.waitFor(() =>
    expect(screen.getByRole('link', { name: /8482\s00-31-07/ })).toHaveAttribute('href', '/lk/sip/7'),
  );
});

it('shows the 404 page for another client’s number', async () => {
  serveHome(homeWorld());
  refuses(total, {}, 'not_found');
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Такой страницы нет' })).toBeVisible();
});

it('offers a retry after a load error', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  refuses(total, {}, 'unexpected');
  show();
  const again = await screen.findByRole('button', { name: 'Повторить' });
  answers(total, {}, month());
  await userEvent.click(again);
  expect(await screen.findByRole('region', { name: 'Звонки' })).toBeVisible();
});

it('says that the calls of an archived month are to be asked for, below its sums', async () => {
  serveHome(homeWorld({ numbers: [phoneNumber()] }));
  serve(() => month({ items: [] }));
  show();
  expect(await screen.findByText('Звонки этого месяца в архиве')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Создать заявку' })).toHaveAttribute(
    'href',
    expect.stringContaining('/support/new'),
  );
  expect(screen.getByText('Мобильные')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Скачать PDF' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Показать ещё звонки' })).toBeNull();
});
