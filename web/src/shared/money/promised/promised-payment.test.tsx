import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { account } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses, requests } from '../../../../test/stub.ts';
import { ACCOUNT_CHANGED } from '../account-changed.ts';
import type { ActivePromise, PromiseOffer, PromisedPayment } from './promised-data.ts';
import { PromisedCard } from './promised-payment.tsx';

const LASTS = { last_day: '2026-11-23', ends_at: '2026-11-23T20:00:00.000Z' };

const offer = (own: Partial<PromiseOffer> = {}): PromiseOffer => ({
  amount: '659.00',
  fee: '30.00',
  ...LASTS,
  to_pay: '659.00',
  preview: {
    charge_now: '30.00',
    parts: [{ text: 'Обещанный платёж', amount: '30.00' }],
    charge_next: null,
    balance_after: '-658.50',
    missing: '0.00',
    switches_on: ['Интернет', 'ТВ'],
    switches_off: [],
  },
  otherwise: 'Если не пополнить счёт на 659 ₽, услуги отключатся',
  ...own,
});

const active: ActivePromise = {
  amount: '659.00',
  fee: '30.00',
  ...LASTS,
  to_pay: '659.00',
  taken_at: '2026-11-20T10:05:00.000Z',
  days_left: 3,
};

const promised = (own: Partial<PromisedPayment> = {}): PromisedPayment => ({
  terms: { days: 3, fee: '30.00', most: '1500.00' },
  available: true,
  reason: null,
  available_from: null,
  offer: offer(),
  active: null,
  ...own,
});

const { get, take } = contract.promisedPayment;
const taken = () => requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/promised-payment'));
const plain = (element: HTMLElement) => element.textContent.replace(/\s/g, ' ');

beforeEach(() => {
  answers(contract.internetAccount.get, {}, account({ balance: '-628.50', blocked: true }));
  answers(contract.telephone.get, {}, []);
});

it('shows the offer; one tap opens a confirmation with all consequences, and sends nothing before it', async () => {
  answers(get, {}, promised());
  renderAt('/payment/i', <PromisedCard p="i" />);
  const card = await screen.findByRole('region', { name: 'Обещанный платёж' });
  await userEvent.click(await within(card).findByRole('button', { name: /Взять на\s3\sдня/ }));
  expect(plain(card)).toContain(
    'Сразу заработают интернет и ТВ, до 23 ноября, 23:59. К этому времени нужно заплатить 659 ₽: долг и 30 ₽ за услугу, их спишем сразу.',
  );
  const dialog = plain(screen.getByRole('dialog'));
  for (const fact of [
    'Заработают',
    'Действует до23 ноября, 23:59',
    'Стоит30 ₽',
    'Станет на счёте−658,50 ₽',
    'услуги отключатся',
  ]) {
    expect.soft(dialog).toContain(fact);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Не сейчас' }));
  expect(taken()).toHaveLength(0);
});

it.each([
  { comes: 'before its end', day: '2026-11-23', why: 'долг и списания за эти дни' },
  { comes: 'after it', day: '2026-11-24', why: 'долг' },
])('says why the sum is what it is: a charge comes $comes', async ({ day, why }) => {
  const preview = {
    ...offer().preview,
    charge_now: '0.00',
    parts: [],
    charge_next: { day, amount: '12.00' },
    balance_after: '-187.40',
  };
  answers(get, {}, promised({ offer: offer({ fee: '0.00', to_pay: '200.00', preview }) }));
  renderAt('/payment/t', <PromisedCard p="t" />);
  const card = await screen.findByRole('region', { name: 'Обещанный платёж' });
  await within(card).findByRole('button', { name: /Взять на/ });
  expect(plain(card)).toContain(`нужно заплатить 200 ₽: ${why}. Сама услуга бесплатна.`);
});

it('reports that it is taken, refetches the changed data, and shows the payment that closes it', async () => {
  const heard = vi.fn();
  window.addEventListener(ACCOUNT_CHANGED, (event) => void heard((event as CustomEvent<unknown>).detail), {
    once: true,
  });
  answers(get, {}, promised());
  renderAt('/payment/i', <PromisedCard p="i" />);
  await userEvent.click(await screen.findByRole('button', { name: /Взять на/ }));
  answers(take, {}, { active, switched_on: ['Интернет', 'ТВ'], balance: '-658.50' });
  answers(get, {}, promised({ available: false, offer: null, active }));
  await userEvent.click(screen.getByRole('button', { name: /Взять до/ }));
  expect(await screen.findByText(/Снова работает: интернет и\sТВ/)).toBeVisible();
  expect(taken()).toMatchObject([{ body: { p: 'i' } }]);
  const pay = await screen.findByRole('link', { name: /Погасить\s659\s₽/ });
  expect(pay).toHaveAttribute('href', '/lk/payment/i/659');
  expect(screen.getByText('ещё 3 дня')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(heard).toHaveBeenCalledExactlyOnceWith({ account: 'i', before: '-628.50', balance: '-658.50' });
});

it('shows the reason and refetches the terms when it was taken in another tab', async () => {
  answers(get, {}, promised());
  renderAt('/payment/i', <PromisedCard p="i" />);
  await userEvent.click(await screen.findByRole('button', { name: /Взять на/ }));
  refuses(take, {}, 'promised_payment_unavailable');
  answers(get, {}, promised({ available: false, offer: null, active }));
  await userEvent.click(screen.getByRole('button', { name: /Взять до/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Обещанный платёж сейчас недоступен');
  expect(await screen.findByRole('link', { name: /Погасить/ })).toBeVisible();
});

it('shows an unavailable offer with the reason and the day', async () => {
  const reason = 'Его можно брать раз в 28 дней. Можно будет взять с 18 декабря';
  answers(get, {}, promised({ available: false, reason, available_from: '2026-12-18', offer: null }));
  renderAt('/payment/i', <PromisedCard p="i" />);
  expect(await screen.findByText(`${reason}.`)).toBeVisible();
  expect(screen.getByText('Сейчас нельзя')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows nothing when the provider offers none', async () => {
  answers(get, {}, promised({ terms: null, available: false, reason: 'Нет', offer: null }));
  const { container } = renderAt('/payment/i', <PromisedCard p="i" />);
  await waitFor(() => expect(container.querySelector('section')).toBeNull());
});

it('after another billing says beside the offer that it has refused', async () => {
  answers(get, {}, promised({ reason: 'Оператор отказал: Сменился расчёт, попросите ещё раз' }));
  renderAt('/payment/i', <PromisedCard p="i" />);
  expect(await screen.findByText('Оператор отказал: Сменился расчёт, попросите ещё раз.')).toBeVisible();
  expect(screen.getByRole('button', { name: /Взять на/ })).toBeVisible();
});

it('beside another billing asks the operator, and shows that it waits', async () => {
  const elsewhere = { offer: null, charged_elsewhere: true as const };
  answers(get, {}, promised({ ...elsewhere, reason: 'Оператор отказал: Долг больше месяца' }));
  const { container } = renderAt('/payment/i', <PromisedCard p="i" />);
  const button = await screen.findByRole('button', { name: 'Передать оператору' });
  expect(screen.getByText('Оператор отказал: Долг больше месяца.')).toBeVisible();
  expect(container.textContent).not.toMatch(/₽/);
  answers(take, {}, { active: null, handed_over: true, switched_on: [], balance: '-628.50' });
  answers(get, {}, promised({ ...elsewhere, available: false, reason: 'Передали оператору в 14:20' }));
  await userEvent.click(button);
  expect(await screen.findByText('Передали оператору в 14:20.')).toBeVisible();
  expect(taken()).toMatchObject([{ body: { p: 'i' } }]);
  expect(screen.queryByRole('button', { name: 'Передать оператору' })).toBeNull();
});
