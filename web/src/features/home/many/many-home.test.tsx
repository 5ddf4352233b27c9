import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import type { ServicesOverview } from '#web/shared/data/frame-data.ts';
import { account, homeWorld, NOW, phoneNumber, serveHome, user } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { order } from '../../../../test/support-world.ts';
import { answers, at, json, refuses, requests } from '../../../../test/stub.ts';
import { HomePage } from '../home-page.tsx';
import { Menu } from '#web/shared/frame/header/menu.tsx';
import type { Place, Spending } from './many-data.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name }, { timeout: 8000 });
const region = (name: string | RegExp) => screen.findByRole('region', { name }, { timeout: 8000 });
const textOf = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');

const place = (own: Partial<Place> = {}): Place => ({
  address: 'Мира, 5',
  services: 3,
  kinds: [{ kind: 'internet', services: 3 }],
  troubled: 0,
  trouble: null,
  monthly: '3000.00',
  ...own,
});

const REPAIR = { state: 'blocked', reason: 'repair' } as const;
const broken = user({
  user_id: 38,
  user_type: 'ethernet',
  name: 'Резервный канал, Жукова, 59',
  login: 'pekarni-9-2',
  address: 'Жукова, 59',
  ...REPAIR,
  state_text: 'Идёт ремонт. Списания идут',
});
const waiting = user({
  user_id: 96,
  name: 'Гостевой Wi-Fi, Цветной бульвар, 12',
  address: 'Цветной бульвар, 12',
  state: 'connecting',
  state_text: 'Подключаем с 18 ноября',
});

const many = (own: Partial<ServicesOverview> = {}): ServicesOverview => ({
  services: 40,
  works: 38,
  in_debt: 0,
  kinds: [
    { kind: 'internet', services: 30, troubled: 2, trouble: REPAIR, first: '38' },
    { kind: 'telephone', services: 10, troubled: 0, trouble: null, first: '78482005000' },
  ],
  troubled: 2,
  broken: 1,
  attention: [
    { user: broken, number: null },
    { user: waiting, number: null },
  ],
  down: [],
  place_count: 10,
  placeless: 10,
  places: {
    items: [
      place({ address: 'Жукова, 59', troubled: 1, trouble: REPAIR }),
      place({ address: 'Цветной бульвар, 12', troubled: 1, trouble: { state: 'connecting', reason: null } }),
      place({ address: '', services: 10, kinds: [{ kind: 'telephone', services: 10 }], monthly: '2100.00' }),
      place(),
    ],
    next: '4',
  },
  ...own,
});

const spending: Spending = {
  period: '2026-11',
  charged: '91039.20',
  kinds: [
    { kind: 'internet', services: 83, amount: '54420.00' },
    { kind: 'calls', services: 40, amount: '36619.20' },
  ],
  days: [
    {
      day: '2026-11-20',
      charged: '2847.00',
      services: 107,
      lines: [
        { text: 'Интернет «Офис 100»', side: 'charged', count: 28, each: '-49.00', amount: '-1372.00' },
        { text: 'Разговоры', side: 'charged', count: 3, each: null, amount: '-1475.00' },
        { text: 'Оплата по счёту № 1', side: 'paid', count: 1, each: '500.00', amount: '500.00' },
      ],
    },
  ],
};

function serveMany(overview: ServicesOverview = many(), own: Parameters<typeof homeWorld>[0] = {}): void {
  const world = homeWorld({ telephone: account({ kind: 't', account_no: '2018900', balance: '412.80' }), ...own });
  serveHome({ ...world, client: { ...world.client, is_company: true }, overview });
  // Home must not ask for the whole lists.
  refuses(contract.user.list, {}, 'many_services');
  refuses(contract.telephoneNumber.list, {}, 'many_services');
  answers(contract.user.spending, {}, spending);
}

const asked = () => requests().map(({ path }) => path.replace('/api/v2/', ''));

it('tells what does not work first, then the money, then the places, and asks for no whole list', async () => {
  serveMany();
  renderAt('/', <HomePage />);
  await heading(/^Не.работает 1.услуга из 40$/);
  expect(screen.getByText(/Жукова, 59: резервный канал/, { selector: 'p' }).textContent.replaceAll('\u00a0', ' ')).toBe(
    'Жукова, 59: резервный канал. Ещё 1 услугу подключаем, остальные 38 работают.',
  );
  const names = screen.getAllByRole('region').map((one) => textOf(within(one).getAllByRole('heading')[0]!));
  expect(names.slice(0, 3)).toEqual(['Требуют внимания', 'На двух счетах', '10 мест, 40 услуг']);
  const attention = await region('Требуют внимания');
  expect(
    within(attention)
      .getAllByRole('link', { name: /:/ })
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/lk/internet/38', '/lk/internet/96']);
  expect(textOf(await region(/^На.двух счетах$/))).toMatch(/1 234,50 ₽.*412,80 ₽/s);
  await region('Ноябрь');
  expect(asked()).not.toContain('user/list');
  expect(asked()).not.toContain('telephone-number/list');
});

it('says at the top that the master is on his way', async () => {
  const visit = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T12:00:00.000Z' };
  const waited = order({ state: 'accepted', visit, arrives_at: '2026-11-20T10:40:00.000Z' });
  serveMany(many(), { orders: [waited] });
  renderAt('/', <HomePage />);
  await heading(/^Не.работает 1.услуга из 40$/);
  expect(await screen.findByText(/^Мастер.в.пути, будет.в.14:40\. Жукова/)).toBeTruthy();
});

it('asks for no whole list either while it is not known yet whether there are many services', async () => {
  serveMany();
  at('GET', '/api/v2/user/overview', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return json(many());
  });
  renderAt('/', <HomePage />);
  // The parts of the other home are here before the overview.
  await screen.findByRole('heading', { name: 'Последние операции' });
  await heading(/^Не.работает 1.услуга из 40$/);
  expect(asked()).not.toContain('user/list');
});

it('only places that differ have a state; the rest is one button with a count, and comes page by page', async () => {
  serveMany();
  at('GET', '/api/v2/user/places', ({ query }) =>
    json(
      query.has('cursor')
        ? { items: [place({ address: 'Ленина, 2' })], next: null }
        : { items: [...many().places.items, place({ address: 'Ленина, 1' })], next: '5' },
    ),
  );
  renderAt('/', <HomePage />);
  const card = await region(/^10.мест/);
  const rows = () => within(card).getAllByRole('button', { expanded: false });
  expect(rows().slice(0, 3).map(textOf)).toEqual([
    'Жукова, 59 Ремонт, 1 из 3Интернет × 33 000 ₽ в месяц',
    'Цветной бульвар, 12 Подключаем, 1 из 3Интернет × 33 000 ₽ в месяц',
    'Номера Номера × 102 100 ₽ в месяц',
  ]);
  await userEvent.click(within(card).getByRole('button', { name: /всё в.порядке/ }));
  await within(card).findByRole('button', { name: /Ленина, 1/ });
  await userEvent.click(within(card).getByRole('button', { name: 'Показать ещё' }));
  await within(card).findByRole('button', { name: /Ленина, 2/ });
});

it('a place opens its services, which are named without it', async () => {
  serveMany();
  answers(contract.user.find, {}, { items: [{ user: broken, number: null }], next: null, count: 1 });
  renderAt('/', <HomePage />);
  const row = await screen.findByRole('button', { name: /^Жукова, 59/ }, { timeout: 8000 });
  await userEvent.click(row);
  expect(row).toHaveAttribute('aria-expanded', 'true');
  expect(await screen.findByRole('link', { name: 'Резервный канал' })).toHaveAttribute('href', '/lk/internet/38');
  const sent = requests().find(({ path }) => path.endsWith('user/find'));
  expect(sent?.query.get('address')).toBe('Жукова, 59');
});

it('finds a service among all, and shows the places of one kind', async () => {
  serveMany();
  at('GET', '/api/v2/user/find', ({ query }) =>
    json({
      items: query.get('q') === '500-7' ? [{ user: null, number: phoneNumber() }] : [],
      next: null,
      count: query.get('q') === '500-7' ? 1 : 0,
    }),
  );
  answers(
    contract.user.places,
    {},
    { items: [place({ address: '', kinds: [{ kind: 'telephone', services: 10 }] })], next: null },
  );
  renderAt('/', <HomePage />);
  const field = await screen.findByRole('searchbox', { name: 'Адрес, логин, номер или тариф' }, { timeout: 8000 });
  await userEvent.type(field, '500-7');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/Нашлась 1.услуга/));
  expect(await screen.findByRole('link', { name: /^\+7/ })).toHaveAttribute('href', '/lk/telephone/78482003107');
  await userEvent.type(field, '999');
  expect(await screen.findByRole('heading', { name: 'Ничего не нашли' })).toBeVisible();
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole('button', { name: /^Номера 10$/ }));
  await waitFor(() => expect(requests().at(-1)?.query.get('kind')).toBe('telephone'));
  expect(screen.queryByRole('button', { name: /Жукова/ })).toBeNull();
});

it('the month is by kind, and equal charges of a day are one line with their number', async () => {
  serveMany();
  renderAt('/', <HomePage />);
  const month = await region('Ноябрь');
  expect(textOf(month)).toMatch(/91 039,20 ₽Интернет, 8354 420,00 ₽Разговоры, 4036 619,20 ₽/);
  const days = await region('Списания и оплаты');
  expect(textOf(days)).toContain('Сегодня −2 847 ₽ за 107 услуг');
  expect(within(days).getAllByRole('listitem').slice(1).map(textOf)).toEqual([
    'Интернет «Офис 100» × 28по 49 ₽−1 372,00 ₽',
    'Разговоры × 3−1 475,00 ₽',
    'Оплата по счёту № 1+500,00 ₽',
  ]);
});

it('a place where nothing works is the trouble of the screen', async () => {
  const down = { ...place({ address: 'Жукова, 59', troubled: 3, trouble: REPAIR }), user: broken };
  serveMany(many({ down: [down], attention: [{ user: waiting, number: null }], troubled: 4, broken: 3, works: 36 }));
  renderAt('/', <HomePage />);
  await heading(/^Ничего не.работает: Жукова,.59$/);
  const card = await region(/^Жукова/);
  expect(textOf(card)).toContain('Идёт ремонт');
  expect(within(card).getByRole('button', { name: 'Проверить услугу' })).toBeVisible();
  expect(within(await region('Требуют внимания')).getAllByRole('heading', { level: 3 })).toHaveLength(1);
});

it('in debt: the debt with its button comes first, and is not repeated for each service', async () => {
  serveMany(many({ in_debt: 30, works: 10, troubled: 0, broken: 0, attention: [] }), {
    internet: account({ balance: '-628.50', blocked: true }),
  });
  renderAt('/', <HomePage />);
  await heading(/^За долг отключено 30.услуг$/);
  await region('Чтобы всё заработало');
  expect(screen.queryByRole('region', { name: 'Требуют внимания' })).toBeNull();
});

it('all services that need attention are on request, page by page', async () => {
  serveMany(many({ troubled: 30, broken: 29 }));
  answers(
    contract.user.find,
    {},
    { items: [{ user: user({ name: 'Склад', ...REPAIR }), number: null }], next: '0.9', count: 30 },
  );
  renderAt('/', <HomePage />);
  const card = await region('Требуют внимания');
  await userEvent.click(within(card).getByRole('button', { name: 'Показать все 30' }));
  await within(card).findByRole('link', { name: 'Склад' });
  expect(within(card).getByRole('button', { name: 'Показать ещё' })).toBeVisible();
});

it('the menu counts the services of a kind, and leads to the first that needs attention', async () => {
  serveMany();
  renderAt('/', <Menu kind="side" />);
  expect(await screen.findByRole('link', { name: /Интернет\s*30\s*2.требуют внимания/ })).toHaveAttribute(
    'href',
    '/lk/internet/38',
  );
  expect(screen.getByRole('link', { name: /Номера\s*10/ })).toHaveAttribute('href', '/lk/telephone/78482005000');
});
