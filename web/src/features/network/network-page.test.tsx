import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { becomeGuest } from '#web/api/session.ts';
import { NOW, user as internet } from '../../../test/home-world.ts';
import { renderAt, renderOwn } from '../../../test/render.tsx';
import { answers, refuses, requests } from '../../../test/stub.ts';
import type { Connection, ConnectionSession } from './connection.texts.ts';
import type { Day, Events, Incident, Load, LoadPlace } from './network.texts.ts';
import { incidentLostText, bitRateText } from './network.texts.ts';
import { IncidentBanner } from '#web/shared/notices/incident-banner.tsx';
import { NetworkPage } from './network-page.tsx';

const { byDefault, network, notice, support, user } = contract;
const AT = NOW.toISOString();

const place = (own: Partial<LoadPlace> = {}): LoadPlace => ({
  place_id: 'central',
  kind: 'district',
  name: 'Центральный',
  note: '412 домов',
  percent: 41,
  mbit: 21_000,
  measured_at: AT,
  is_stale: false,
  has_incident: false,
  ...own,
});
const load = (...places: LoadPlace[]): Load => ({ at: AT, places });

const incident = (own: Partial<Incident> = {}): Incident => ({
  incident_id: 7,
  cause: 'повреждён кабель на Матросова.',
  services: ['internet', 'tv'],
  places: ['Тольятти, Комсомольский'],
  began_at: AT,
  planned_until: null,
  ended_at: null,
  reports: 0,
  is_here: false,
  is_reported: false,
  pays_back: true,
  is_paid_back: false,
  ...own,
});
const events = (own: Partial<Events> = {}): Events => ({
  here: { address: 'Юбилейная, 31', place_id: 'central' },
  incidents: [],
  works: [],
  ...own,
});

const session = (own: Partial<ConnectionSession> = {}): ConnectionSession => ({
  since: '2026-11-19T23:12:00Z',
  address: '10.84.3.17',
  mac: '02:10:01:76:c0:e6',
  bytes_in: 3 * 1024 ** 3,
  bytes_out: 0,
  rate: { bits_in: 18_420_000, bits_out: 2_000_000, at: AT },
  ...own,
});
const connection = (own: Partial<Connection> = {}): Connection => ({
  user_id: 1,
  session: session(),
  seen_at: null,
  ...own,
});

const half = 30 * 60_000;
const day = (ended: number): Day => {
  const points = (percent: (index: number) => number | null) =>
    Array.from({ length: 48 }, (_, index) => ({
      at: new Date(Date.parse('2026-11-19T20:00:00Z') + (index + 1) * half).toISOString(),
      percent: percent(index),
    }));
  return {
    place_id: 'central',
    today: points((index) => (index < ended ? 10 + index : null)),
    yesterday: points(() => 50),
  };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answers(network.load, {}, load(place()));
  answers(network.day, { params: { place_id: 'central' } }, day(20));
  answers(network.events, {}, events());
  answers(network.connection, {}, [connection()]);
  answers(byDefault.getIp, {}, { ip: '10.84.3.17', is_local: true });
  answers(user.list, {}, [internet()]);
  answers(notice.getMessages, {}, []);
});

const open = () => renderAt('/volga-online', <NetworkPage />, '/:product-online');
const rowOf = async (name: string) =>
  within((await screen.findByText(name, { selector: 'b' })).closest('li') as HTMLElement);

describe('the heading answers', () => {
  it.each([
    ['all is well', events(), 'Сеть работает', /По вашему адресу, Юбилейная, 31, аварий нет/],
    [
      'a failure elsewhere',
      events({ incidents: [incident()] }),
      'Авария рядом, не у вас',
      /Комсомольский: не работают интернет, ТВ/,
    ],
    [
      'a failure here',
      events({ incidents: [incident({ is_here: true })] }),
      'Авария по вашему адресу',
      /^Не работают интернет, ТВ. Срок пока неизвестен\.$/,
    ],
    [
      'a failure, for a guest',
      events({ here: null, incidents: [incident()] }),
      'В сети авария',
      /не работают интернет, ТВ/,
    ],
    ['all is well, for a guest', events({ here: null }), 'Сеть работает', /Аварий сейчас нет/],
  ])('%s', async (_, found, title, lead) => {
    answers(network.events, {}, found);
    open();
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText((text) => lead.test(text.replaceAll('\u00a0', ' ')))).toBeVisible();
  });
});

describe('the load', () => {
  it.each([
    ['usual', place(), 'Норма', /ваш район, 21 Гбит/],
    ['busy', place({ percent: 86 }), 'Плотно', /21 Гбит/],
    ['stale, with its age', place({ is_stale: true, measured_at: '2026-11-20T09:00:00Z' }), 'Давно', /на 13:00/],
    [
      'not measured',
      place({ percent: null, mbit: null, measured_at: null, is_stale: true }),
      'Нет данных',
      /ваш район/,
    ],
    ['of a district with a failure', place({ has_incident: true }), 'Авария', /21 Гбит/],
  ])('%s', async (_, shown, state, words) => {
    answers(network.load, {}, load(shown));
    open();
    const row = await rowOf('Центральный');
    expect(row.getByText(state)).toBeVisible();
    expect(await row.findByText((text) => words.test(text.replaceAll('\u00a0', ' ')))).toBeVisible();
  });

  it('is left out if the provider does not show it', async () => {
    answers(network.load, {}, null);
    open();
    await screen.findByRole('heading', { name: 'Сеть работает' });
    expect(screen.queryByRole('heading', { name: 'Нагрузка сейчас' })).toBeNull();
  });

  it('that failed hides nothing else', async () => {
    refuses(network.load, {}, 'outside_unavailable');
    open();
    expect(await screen.findByText('Не удалось узнать нагрузку сети.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Что случилось' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeVisible();
  });
});

it('the history of a day: arrows tell each half hour, the table has all of them', async () => {
  open();
  const chart = await screen.findByRole('slider', { name: 'Нагрузка по получасам' });
  const told = () => chart.getAttribute('aria-valuetext')?.replaceAll('\u00a0', ' ');
  expect(told()).toBe('09:30–10:00: сегодня 29 %, вчера 50 %');
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  expect(told()).toBe('09:00–09:30: сегодня 28 %, вчера 50 %');
  fireEvent.keyDown(chart, { key: 'End' });
  expect(told()).toBe('23:30–00:00: вчера 50 %');
  fireEvent.keyDown(chart, { key: 'Home' });
  expect(told()).toBe('00:00–00:30: сегодня 10 %, вчера 50 %');
  expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(49);
});

describe('the own connection', () => {
  const card = async (title: string) => within(await screen.findByRole('region', { name: title }));
  const read = (text: string) => (found: string) =>
    found.replaceAll(/[\u00a0\u2060]/g, (mark) => (mark === '\u2060' ? '' : ' ')) === text;

  it('«Вы в сети»: since when, how fast, address and device', async () => {
    open();
    const own = await card('Вы в сети');
    expect(own.getByText('03:12')).toBeVisible();
    expect(own.getByText(read('18,4 Мбит/с, на 14:05'))).toBeVisible();
    expect(own.getByText('10.84.3.17')).toBeVisible();
    expect(own.getByText('02:10:01:76:C0:E6')).toBeVisible();
    expect(own.queryByText(/Кабинет вы открыли/)).toBeNull();
    expect(own.getByRole('link', { name: 'Сеансы' })).toHaveAttribute('href', '/lk/internet/1/isg');
  });

  it('whoever looks from elsewhere is told so; a speed that is old is not told', async () => {
    answers(byDefault.getIp, {}, { ip: '203.0.113.9', is_local: false });
    answers(network.connection, {}, [connection({ session: session({ rate: null }) })]);
    open();
    const own = await card('Роутер в сети');
    expect(await own.findByText(read('Кабинет вы открыли через другую сеть, с адреса 203.0.113.9.'))).toBeVisible();
    expect(own.getByText(read('3,2 ГБ'))).toBeVisible();
    expect(own.queryByText('Сейчас качаете')).toBeNull();
  });

  it.each([
    ['no session', internet(), 'Был в сети: вчера в 19:20.', 'Почему не работает'],
    ['a debt', internet({ state: 'blocked', reason: 'debt' }), 'Отключена за долг', 'Почему не работает'],
    ['a pause', internet({ state: 'paused' }), 'Пауза', 'Открыть услугу'],
  ])('without a session, %s: why, until when it was on, and what helps', async (_, held, words, cure) => {
    answers(user.list, {}, [held]);
    answers(network.connection, {}, [connection({ session: null, seen_at: '2026-11-19T15:20:00Z' })]);
    open();
    const own = await card('Роутер не в сети');
    expect(await own.findByText(read(words))).toBeVisible();
    expect(own.getByText(read(cure))).toBeVisible();
  });

  it('of several services, the one through which the page came', async () => {
    answers(user.list, {}, [
      internet(),
      internet({ user_id: 2, login: 'dacha84' }),
      internet({ user_id: 3, login: 'shop84', state: 'blocked', reason: 'login_locked' }),
    ]);
    answers(network.connection, {}, [
      connection({ session: session({ address: '10.84.9.9' }) }),
      connection({ user_id: 2 }),
      connection({ user_id: 3, session: null }),
    ]);
    open();
    const own = await card('Вы в сети');
    expect(await own.findByRole('link', { name: 'dacha84' })).toBeVisible();
    expect(own.queryByText('kuznetsova84')).toBeNull();
    expect(own.getByText('shop84')).toBeVisible();
    expect(own.getByText('Вход закрыт')).toBeVisible();
  });

  it('a guest sees his address and is told what signing in shows', async () => {
    becomeGuest('guest');
    open();
    expect(await screen.findByText('10.84.3.17')).toBeVisible();
    const own = await card('Ваше подключение');
    expect(own.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/lk/login?return=%2Fvolga-online');
    expect(requests().some(({ path }) => path.includes('connection'))).toBe(false);
  });
});

it('«У меня тоже» is counted, only where the failure is', async () => {
  answers(network.events, {}, events({ incidents: [incident({ is_here: true }), incident({ incident_id: 8 })] }));
  answers(support.sameHere, {}, { incident_id: 7, reports: 1 });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /У\sменя тоже/ }));
  await waitFor(() => expect(requests().find(({ method }) => method === 'POST')?.body).toEqual({ incident_id: 7 }));
});

it('failures that are over: the latest, and those of the week on request', async () => {
  const over = (id: number) => incident({ incident_id: id, cause: `Авария ${id}`, ended_at: AT });
  answers(network.events, {}, events({ incidents: [over(1), over(2)] }));
  open();
  await screen.findByRole('heading', { name: /Авария\s1/ });
  expect(screen.queryByRole('heading', { name: /Авария\s2/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'За неделю' }));
  expect(screen.getByRole('heading', { name: /Авария\s2/ })).toBeVisible();
});

it.each([
  [['internet'], null, 'Не работает интернет'],
  [['tv'], AT, 'Не работало ТВ'],
  [['mail'], AT, 'Не работала почта'],
  [['internet', 'tv'], null, 'Не работают интернет, ТВ'],
  [[], null, 'Не работают все услуги'],
] as const)('says that %s does not work (over: %s)', (services, ended, words) => {
  expect(incidentLostText({ services: [...services], ended_at: ended }).replaceAll('\u00a0', ' ')).toBe(words);
});

it.each([
  [940, '940 Мбит/с'],
  [6800, '6,8 Гбит/с'],
  [44_160, '44 Гбит/с'],
  [0.36, '0,4 Мбит/с'],
])('writes %s Mbit/s', (mbit, words) =>
  expect(bitRateText(mbit).replaceAll('\u00a0', ' ').replace('\u2060', '')).toBe(words),
);

const TOLD = {
  id: 7,
  kind: 'incident' as const,
  title: 'Авария: повреждён кабель',
  body: '<p>Починим к 17:00.</p>',
  created_at: AT,
  services: [],
  until: null,
  topic: null,
};
const openInFrame = () =>
  renderOwn(
    '/volga-online',
    <>
      <IncidentBanner />
      <NetworkPage />
    </>,
    '/:product-online',
  );

it('a failure here is told once: by the page, without the banner', async () => {
  answers(notice.getMessages, {}, [TOLD]);
  answers(network.events, {}, events({ incidents: [incident({ is_here: true })] }));
  openInFrame();
  expect(await screen.findByRole('button', { name: /У\sменя тоже/ })).toBeVisible();
  await waitFor(() => expect(requests().some(({ path }) => path.endsWith('/get-messages'))).toBe(true));
  expect(screen.queryByText('Авария: повреждён кабель')).toBeNull();
});

it('a page that cannot ask of failures tells what every page knows of them', async () => {
  answers(notice.getMessages, {}, [TOLD]);
  refuses(network.events, {}, 'unexpected');
  openInFrame();
  expect(await screen.findAllByText('Авария: повреждён кабель')).toHaveLength(1);
  expect(await screen.findByText('Не удалось узнать, нет ли аварий и работ.')).toBeVisible();
});
