import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { homeWorld, NOW, serveHome, user } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, at, json, refuses } from '../../../../test/stub.ts';
import { trafficTop } from './isg-chart.tsx';
import { IsgPage } from './isg-page.tsx';
import { lastText, type IsgSession, type IsgUse } from './isg-periods.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const { statIsg } = contract.internetAccount;
const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');

const session = (own: Partial<IsgSession> = {}): IsgSession => ({
  internet_session_id: 1,
  start: '2026-11-18T18:00:00.000Z',
  stop: '2026-11-18T21:00:00.000Z',
  seconds: 10_800,
  address: '10.84.1.2',
  mac: '02:00:00:00:00:01',
  port: 'ge-0/0/1',
  bytes_in: 3_000_000_000,
  bytes_out: 200_000_000,
  cause: 'Вы отключились сами',
  state: 'ended',
  ...own,
});
const live = session({
  internet_session_id: 2,
  start: '2026-11-20T08:00:00.000Z',
  stop: null,
  cause: null,
  state: 'on',
});
const totals = { sessions: 2, seconds: 18_300, bytes_in: 3_000_000_000, bytes_out: 200_000_000 };
const use = (own: Partial<IsgUse> = {}): IsgUse => ({
  months: [{ period: '2026-11', ...totals }],
  days: [{ day: '2026-11-18', ...totals }],
  hours: [],
  items: [session()],
  live: [],
  next: null,
  ...own,
});
const show = (tail = '') => {
  serveHome(homeWorld({ users: [user({ user_id: 7, user_type: 'isg' })] }));
  return renderAt(`/internet/7/isg${tail}`, <IsgPage />, `/internet/:user_id/isg${tail === '' ? '' : '/:period'}`);
};

it('lists months with time and traffic', async () => {
  answers(
    statIsg,
    {},
    use({
      months: [
        { period: '2026-11', ...totals },
        { period: '2026-10', ...totals },
      ],
    }),
  );
  show();
  const rows = within(await screen.findByRole('region', { name: 'По месяцам' })).getAllByRole('listitem');
  expect(rows.map(plain)[0]).toBe('Ноябрь3,2 ГБВ сети 5 ч 5 мин, 2 сеанса. Принято 3 ГБ, отправлено 200 МБ');
  expect(screen.getByRole('slider', { name: /^Трафик по месяцам\. Больше всего/ })).toBeVisible();
});

it('says why there is no session now: a debt, or a router that is not seen', async () => {
  answers(statIsg, {}, use());
  const debt = user({ user_id: 7, user_type: 'isg', state: 'blocked', reason: 'debt' });
  const first = show();
  expect(await screen.findByText(/^Роутер сейчас не\sподключён/)).toBeVisible();
  first.unmount();
  serveHome(homeWorld({ users: [debt] }));
  renderAt('/internet/7/isg', <IsgPage />, '/internet/:user_id/isg');
  expect(await screen.findByText(/^Отключён за\sдолг: сеанс начнётся/)).toBeVisible();
});

it('tells a new client what to do', async () => {
  answers(statIsg, {}, use({ months: [] }));
  show();
  expect(await screen.findByText('Сеансов ещё не было')).toBeVisible();
});

it.each([
  { period: '2020-02', title: 'Договор начался позже', link: 'Первый месяц: ноябрь 2026', to: '2026-11' },
  { period: '1980-01', title: 'Договор начался позже', link: 'Первый месяц: ноябрь 2026', to: '2026-11' },
  { period: '2027-03', title: 'Март 2027 ещё не наступил', link: 'Сеансы этого месяца', to: '2026-11' },
])('$period: says why there is nothing, and leads to a month that is', async ({ period, title, link, to }) => {
  answers(statIsg, {}, use());
  show(`/${period}`);
  const told = await screen.findByText((text) => text.replaceAll('\u00a0', ' ') === title);
  expect(told).toBeVisible();
  expect(await screen.findByRole('link', { name: link })).toHaveAttribute('href', `/lk/internet/7/isg/${to}`);
});

it('ends a live session after a question, and shows that it is ending', async () => {
  answers(statIsg, {}, use({ live: [live] }));
  show('/2026-11');
  await userEvent.click(await screen.findByRole('button', { name: 'Завершить сеанс' }));
  const ended: unknown[] = [];
  at('POST', '/api/v2/internet-user/end-session', ({ body }) => {
    ended.push(body);
    answers(statIsg, {}, use({ live: [{ ...live, state: 'ending' }] }));
    return json({ internet_session_id: 2, state: 'ending' });
  });
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Завершить сеанс' }));
  expect(await screen.findByText('Завершаем…')).toBeVisible();
  expect(ended).toEqual([{ user_id: 7, internet_session_id: 2 }]);
});

it('shows sessions with their end and its cause', async () => {
  answers(statIsg, {}, use());
  show('/2026-11');
  const row = plain((await screen.findAllByRole('row'))[1]!);
  expect(row).toContain('18 ноября, 22:00 – 19 ноября, 01:003 ч');
  expect(row).toContain('Вы отключились сами');
});

it('says device, port and address once, and in a row only what differs', async () => {
  const items = [1, 2, 3].map((id) => session({ internet_session_id: id }));
  answers(statIsg, {}, use({ items }));
  const { unmount } = show('/2026-11');
  expect(plain(await screen.findByText(/^Все сеансы/))).toBe(
    'Все сеансы: устройство 02:00:00:00:00:01, порт ge-0/0/1, адрес 10.84.1.2',
  );
  expect(screen.getAllByRole('columnheader')).toHaveLength(4);
  expect(screen.getAllByText(/02:00:00:00:00:01/)).toHaveLength(1);
  unmount();
  answers(statIsg, {}, use({ items: [...items, session({ internet_session_id: 4, mac: '02:00:00:00:00:99' })] }));
  show('/2026-11');
  expect(await screen.findByText(/^Обычно/)).toBeVisible();
  const rows = screen.getAllByRole('row').map(plain);
  expect(rows[1]).toContain('как обычно');
  expect(rows[4]).toContain('02:00:00:00:00:99');
});

it('names the month with its year and leads to the months beside it', async () => {
  const months = ['2026-11', '2026-09', '2025-12'].map((period) => ({ period, ...totals }));
  answers(statIsg, {}, use({ months }));
  const { unmount } = show('/2026-09');
  expect(await screen.findByRole('heading', { level: 1, name: 'Сентябрь 2026' })).toBeVisible();
  const steps = await screen.findByRole('navigation', { name: 'Соседние месяцы' });
  expect(within(steps).getAllByRole('link').map(plain)).toEqual(['Декабрь 2025', 'Ноябрь']);
  unmount();
  show('/2025-12');
  expect(await screen.findByText('Раньше сеансов нет')).toBeVisible();
});

it('tells the values of a bar to arrows', async () => {
  answers(statIsg, {}, use());
  show('/2026-11');
  const chart = await screen.findByRole('slider', { name: /^Трафик по дням/ });
  const told = () => chart.getAttribute('aria-valuetext')?.replaceAll('\u00a0', ' ');
  expect(told()).toBe('18 ноября: принято 3 ГБ, отправлено 200 МБ');
  chart.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(told()).toBe('17 ноября: трафика нет');
  await userEvent.keyboard('{End}');
  expect(told()).toBe('30 ноября: трафика нет');
});

it('offers a retry after a load error', async () => {
  refuses(statIsg, {}, 'unexpected');
  show('/2026-11');
  const again = await screen.findByRole('button', { name: 'Повторить' });
  answers(statIsg, {}, use());
  await userEvent.click(again);
  expect(await screen.findByRole('region', { name: 'Сеансы' })).toBeVisible();
});

it.each([
  [40, '40 с'],
  [3600, '1 ч'],
  [12_540, '3 ч 29 мин'],
  [400_000, '111 ч'],
])('writes %i seconds as %s', (seconds, text) => {
  expect(lastText(seconds).replaceAll('\u00a0', ' ')).toBe(text);
});

it('uses a round number above all bars as the top of a chart', () => {
  expect(trafficTop([{ bytes_in: 4_200, bytes_out: 900 }])).toBe(6_000);
  expect(trafficTop([])).toBe(1);
});
