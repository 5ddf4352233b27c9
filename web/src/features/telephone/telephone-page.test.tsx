import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract, type Wire } from '#web/api/contract.ts';
import { cacheKey } from '#web/api/use-call.ts';
import { account, homeWorld, NOW, phoneNumber, serveHome, wayOut } from '../../../test/home-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, refuses, requests } from '../../../test/stub.ts';
import { callRateText, type CallsOfMonth, type Rate } from './calls/call.texts.ts';
import { TelephonePage } from './telephone-page.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answers(contract.telephoneNumber.fullList, {}, []);
});
afterEach(() => void vi.useRealTimers());

const rate = (own: Partial<Rate> = {}): Rate => ({
  zone: 'local',
  zone_name: 'Местные',
  direction: 'out',
  connection: '0.00',
  price: '0.65',
  unit_seconds: 60,
  free_seconds: 0,
  valid_from: '2020-01-01',
  ...own,
});

const MONTH: CallsOfMonth = {
  period: '2026-11',
  items: [
    {
      call_id: 1,
      at: '2026-11-20T08:15:00.000Z',
      number: '79270000001',
      direction: 'out',
      zone: 'local',
      seconds: 61,
      amount: '1.30',
      covered_seconds: 0,
    },
  ],
  next: null,
  totals: [
    {
      zone: 'local',
      zone_name: 'Местные',
      direction: 'out',
      calls: 1,
      seconds: 61,
      covered_seconds: 0,
      amount: '1.30',
    },
  ],
  hours: [],
  numbers_shown_until: null,
  packages: [],
  periods: ['2026-11'],
};

const DOCUMENTS: Wire<typeof contract.telephone.emailSettings> = {
  email: 'buh@firma.example',
  is_active: true,
  has_code: false,
  waiting: null,
  sends_invoice: true,
  sends_calls: false,
  send_day: 3,
  last_invoice: { period: '2026-10', sent_at: '2026-11-03T06:07:00.000Z' },
  last_calls: null,
};
const NO_DOCUMENTS = { ...DOCUMENTS, email: null, is_active: false, sends_invoice: false, last_invoice: null };
const WAITING = {
  ...NO_DOCUMENTS,
  email: 'new@firma.example',
  has_code: true,
  waiting: {
    email: 'new@firma.example',
    sent_at: '2026-11-20T10:04:50.000Z',
    expires_at: '2026-11-20T10:14:50.000Z',
    again_at: '2026-11-20T10:05:50.000Z',
    tries_left: 5,
  },
};

function serve(own: Parameters<typeof phoneNumber>[0] = {}, balance = '412.80') {
  serveHome(homeWorld({ numbers: [phoneNumber(own)], telephone: account({ kind: 't', balance }) }));
  answers(contract.telephoneCall.total, {}, MONTH);
  answers(contract.telephone.emailSettings, {}, DOCUMENTS);
  answers(
    contract.telephoneNumber.plan,
    {},
    {
      phone_number: '78482003107',
      plan: 'Городской',
      summary: '',
      price: '250.00',
      unit: 'month',
      rates: [rate(), rate({ zone: 'near', zone_name: 'Казахстан', price: '0.18', unit_seconds: 1, free_seconds: 3 })],
      packages: [],
    },
  );
}

const show = () => renderAt('/telephone/78482003107', <TelephonePage />, '/telephone/:phone_number');
const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');

it('shows call prices, the latest calls, and the balance', async () => {
  serve();
  show();
  await screen.findByText('Казахстан');
  const prices = plain(screen.getByRole('region', { name: 'Цены звонков' }));
  expect(prices).toContain('Местные0,65 ₽ за минуту');
  expect(prices).toContain('Казахстан0,18 ₽ за секунду');
  expect(prices).toContain('ВходящиеБесплатно');
  expect(prices).toContain('Короче 3 сБесплатно');
  const latest = await screen.findByRole('region', { name: 'Последние звонки' });
  expect(plain(latest)).toContain('+7 927 000-00-01');
  expect(screen.getByRole('link', { name: 'Все звонки' })).toHaveAttribute('href', '/lk/telephone/calls/78482003107');
  expect(plain(await screen.findByRole('region', { name: 'Счёт «Телефон»' }))).toContain('412,80 ₽');
});

it('off for debt: says so first, and leads to pay the exact sum', async () => {
  serve({ state: 'blocked', reason: 'debt' }, '-187.40');
  answers(contract.promisedPayment.inDebt, {}, [wayOut({ p: 't', to_pay: '437.00' })]);
  show();
  expect(await screen.findByRole('region', { name: 'Номер отключён за долг' })).toBeVisible();
  expect(await screen.findByRole('link', { name: /Заплатить 437/ })).toHaveAttribute('href', '/lk/payment/t/437');
});

it('shows the rest of the page when calls fail to load', async () => {
  serve();
  refuses(contract.telephoneCall.total, {}, 'unexpected');
  show();
  const calls = await screen.findByRole('region', { name: 'Последние звонки' });
  expect(await within(calls).findByText('Не удалось загрузить звонки.')).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Цены звонков' })).toBeVisible();
});

it('keeps the card whose data could not be loaded', async () => {
  serve();
  refuses(contract.telephoneNumber.plan, {}, 'unexpected');
  show();
  const card = await screen.findByRole('region', { name: 'Цены звонков' });
  expect(await within(card).findByText('Не удалось загрузить цены звонков.')).toBeVisible();
});

it.each([
  [{ price: '0.00' }, 'Бесплатно'],
  [{ price: '3.40' }, '3,40 ₽ за минуту'],
  [{ price: '0.03', unit_seconds: 1 }, '0,03 ₽ за секунду'],
  [{ price: '1.00', unit_seconds: 90 }, '1 ₽ за 1 мин 30 с'],
  [{ price: '1.00', connection: '2.50' }, '1 ₽ за минуту и 2,50 ₽ за соединение'],
])('writes the price %j in words', (own, text) => {
  expect(callRateText(rate(own)).replaceAll('\u00a0', ' ')).toBe(text);
});

const documents = () => screen.findByRole('region', { name: 'Документы на почту' });

it('documents go to a confirmed address: says what was sent and when, and switches each', async () => {
  serve();
  answers(contract.telephone.setEmailPackage, {}, { ...DOCUMENTS, sends_calls: true });
  show();
  await screen.findByRole('switch', { name: 'Счёт' });
  const card = await documents();
  expect(plain(card)).toContain('Последний раз: за октябрь, 3 ноября');
  expect(plain(card)).toContain('За прошлый месяц отправляем начиная с 3-го числа');
  expect(screen.getByRole('switch', { name: 'Счёт' })).toHaveAttribute('aria-checked', 'true');
  await userEvent.click(screen.getByRole('switch', { name: 'Детализация звонков' }));
  const sent = requests().find(({ path }) => path.endsWith('/set-email-package'));
  expect(sent?.body).toEqual({ sends_invoice: true, sends_calls: true });
});

it('documents without an address offer to confirm one, and no switches', async () => {
  serve();
  answers(contract.telephone.emailSettings, {}, NO_DOCUMENTS);
  answers(contract.telephone.setEmail, {}, WAITING);
  show();
  await screen.findByLabelText('Адрес почты');
  expect(screen.queryByRole('switch')).toBeNull();
  answers(contract.telephone.emailSettings, {}, WAITING);
  await userEvent.type(screen.getByLabelText('Адрес почты'), 'new@firma.example');
  await userEvent.click(screen.getByRole('button', { name: 'Прислать код' }));
  expect(await screen.findByLabelText('Код из письма')).toHaveAttribute('autocomplete', 'one-time-code');
  expect(screen.getByRole('button', { name: /Новый код через/ })).toBeDisabled();
});

it('tells where documents go meanwhile only while a new address waits for its code', async () => {
  serve();
  const { unmount } = show();
  expect(await screen.findByText('Подтверждено')).toBeVisible();
  expect(screen.queryByText(/приходят на прежний/)).toBeNull();
  unmount();
  answers(contract.telephone.emailSettings, {}, { ...DOCUMENTS, waiting: WAITING.waiting });
  show();
  expect(await screen.findByText(/приходят на прежний/)).toBeVisible();
});

it('leads to a closed number, and offers nothing there that is over', async () => {
  const closed = phoneNumber({ phone_number: '78482003117', state: 'closed', closed_on: '2026-09-01' });
  serve();
  answers(contract.telephoneNumber.fullList, {}, [phoneNumber(), closed]);
  const { unmount } = show();
  const link = await screen.findByRole('link', { name: /^\+7\s8482\s00-31-17$/ });
  expect(link).toHaveAttribute('href', '/lk/telephone/78482003117');
  expect(screen.getByText(/^Закрыт\s1\sсентября$/)).toBeVisible();
  unmount();
  renderAt('/telephone/78482003117', <TelephonePage />, '/telephone/:phone_number');
  expect(await screen.findByText(/плата не\sидёт/)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Все звонки' })).toBeVisible();
  expect(screen.queryByText('Цена')).toBeNull();
  expect(screen.queryByText(/поможет поддержка/)).toBeNull();
  expect(screen.queryByRole('region', { name: 'Документы на почту' })).toBeNull();
});

it('a member with full access chooses the documents, and not their address', async () => {
  serve();
  const { cache } = show();
  cache.setQueryData(cacheKey(contract.internetContract.get), { role: 'full' });
  expect(await screen.findByText(/Сменить адрес может только владелец договора/)).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Детализация звонков' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Сменить' })).toBeNull();
});
