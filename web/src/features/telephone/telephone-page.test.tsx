import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#api/contract.ts';
import { account, homeWorld, NOW, number, serveHome, wayOut } from '../../../test/home-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, refuses } from '../../../test/stub.ts';
import { rateText, type Calls, type Rate } from './call.texts.ts';
import { Page } from './telephone-page.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
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

const MONTH: Calls = {
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

function serve(own: Parameters<typeof number>[0] = {}, balance = '412.80') {
  serveHome(homeWorld({ numbers: [number(own)], telephone: account({ kind: 't', balance }) }));
  answers(contract.telephoneCall.total, {}, MONTH);
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

const show = () => renderAt('/telephone/78482003107', <Page />, '/telephone/:phone_number');
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
  expect(await screen.findByText('Не удалось загрузить звонки.')).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Цены звонков' })).toBeVisible();
});

it.each([
  [{ price: '0.00' }, 'Бесплатно'],
  [{ price: '3.40' }, '3,40 ₽ за минуту'],
  [{ price: '0.03', unit_seconds: 1 }, '0,03 ₽ за секунду'],
  [{ price: '1.00', unit_seconds: 90 }, '1 ₽ за 1 мин 30 с'],
  [{ price: '1.00', connection: '2.50' }, '1 ₽ за минуту и 2,50 ₽ за соединение'],
])('writes the price %j in words', (own, text) => {
  expect(rateText(rate(own)).replaceAll('\u00a0', ' ')).toBe(text);
});
