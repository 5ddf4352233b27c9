import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract, type Wire } from '#web/api/contract.ts';
import { showContract } from '#web/api/session.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { readStored } from '#web/lib/page/stored.ts';
import { autopaymentOf } from '../../../../test/autopayment-world.ts';
import { account } from '../../../../test/home-world.ts';
import { hurry } from '../../../../test/hurry.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, at, json, type StubRequest } from '../../../../test/stub.ts';
import { PaymentPage } from '../payment-page.tsx';

type Price = Wire<typeof contract.payment.expectedPrice>;

const ID = '0191d3c0-0000-7000-8000-000000000002';
const PRICES = {
  i: { amount: '629.00', other: { p: 't', amount: '188.00' } },
  t: { amount: '188.00', other: { p: 'i', amount: '629.00' } },
} satisfies Record<string, Partial<Price>>;
const NAMES = { i: ['Интернет', 'ТВ'], t: ['+7 846 200-00-01'] };
const SUM = 'Всего';

let isPaid: boolean;
let isOffered: boolean;
/** What the codes were requested for. */
let codes: Record<string, string>[];

const inMinutes = (minutes: number): string => new Date(nowMs() + minutes * 60_000).toISOString();
const of = ({ query }: StubRequest): 'i' | 't' => (query.get('p') === 't' ? 't' : 'i');
const field = (name: string) => screen.findByLabelText(`На счёт «${name}»`);
const total = () => screen.getByText(SUM).parentElement;
const isCalled = (amount: string) => new RegExp(amount.replaceAll(' ', '\\s'));

hurry();
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  showContract(100002);
  [isPaid, isOffered, codes] = [false, true, []];
  const own = (p: 'i' | 't') =>
    account({
      kind: p,
      blocked: !isPaid,
      balance: isPaid ? '0.50' : p === 'i' ? '-628.50' : '-187.40',
      lasts_until: p === 'i' ? '2026-12-22' : '2026-12-15',
    });
  at('GET', '/api/v2/internet-account', () => json(own('i')));
  at('GET', '/api/v2/telephone', () => json(own('t')));
  answers(
    contract.promisedPayment.get,
    {},
    {
      terms: null,
      available: false,
      reason: 'Нет',
      available_from: null,
      offer: null,
      active: null,
    },
  );
  answers(contract.promisedPayment.inDebt, {}, []);
  answers(contract.paymentLink.list, {}, []);
  answers(contract.autopayment.get, {}, autopaymentOf());
  at('GET', '/api/v2/payment/expected-price', (sent) => {
    const { amount, other } = PRICES[of(sent)];
    return json({
      amount,
      parts: [{ text: 'Долг', amount }],
      suggestions: [],
      smallest: '10.00',
      largest: '75000.00',
      other: isOffered ? other : null,
    } satisfies Price);
  });
  at('GET', '/api/v2/payment/options', (sent) =>
    json({
      ways: [{ way: 'sbp', title: 'СБП', text: 'За минуту', fee: '0.00', smallest: '10.00', largest: '75000.00' }],
      transfer: null,
      after: { balance: '0.50', lasts_until: '2026-12-22', days_left: 32, switches_on: NAMES[of(sent)] },
      reach: [],
    } satisfies Wire<typeof contract.payment.options>),
  );
  const parts = (): Wire<typeof contract.payment.status>['parts'] => [
    { p: 'i', amount: codes.at(-1)?.['amount'] ?? '0.00' },
    { p: 't', amount: codes.at(-1)?.['other_amount'] ?? '0.00' },
  ];
  at('GET', '/api/v2/payment/sbp', ({ query }) => {
    codes.push(Object.fromEntries(query));
    return json({
      payment_id: ID,
      qr_id: 'AS2',
      payload: 'https://qr.nspk.ru/AS2',
      created_at: inMinutes(-1),
      expires_at: inMinutes(9),
      amount: '817.00',
      parts: parts(),
      state: 'pending',
    } satisfies Wire<typeof contract.payment.sbp>);
  });
  at('GET', '/api/v2/payment/status', () =>
    json({
      payment_id: ID,
      p: 'i',
      amount: '817.00',
      parts: parts(),
      state: isPaid ? 'paid' : 'pending',
      created_at: inMinutes(-1),
      expires_at: inMinutes(9),
      received_at: isPaid ? inMinutes(0) : null,
      paid_at: isPaid ? inMinutes(0) : null,
      restored: isPaid ? [...NAMES.i, ...NAMES.t].map((name) => ({ name, applied_at: inMinutes(0) })) : [],
    } satisfies Wire<typeof contract.payment.status>),
  );
});
afterEach(() => vi.unstubAllGlobals());

it('offers one payment beside the single ones if both accounts need money', async () => {
  renderAt('/payment/t', <PaymentPage />, '/payment/:p(i|t)');
  const offer = await screen.findByRole('link', { name: isCalled('629 \\+ 188 = 817 ₽') });
  expect(offer).toHaveAttribute('href', '/lk/payment/i?t');
  const choice = within(screen.getByRole('navigation', { name: 'Счёт' }));
  expect(choice.getAllByRole('link').map((link) => link.textContent)).toEqual(['Интернет', 'Телефон', 'Оба счёта']);
  expect(choice.getByRole('link', { current: 'page' })).toHaveTextContent('Телефон');
});

it('does not offer it if one account has money', async () => {
  isOffered = false;
  renderAt('/payment/i', <PaymentPage />, '/payment/:p(i|t)');
  await screen.findByLabelText('Сумма');
  expect(screen.queryByRole('link', { name: /одним платежом|Оба счёта/i })).not.toBeInTheDocument();
});

it('fills in what both need, says the total and what starts to work, and requests one code on a press', async () => {
  renderAt('/payment/i?t', <PaymentPage />, '/payment/:p(i|t)');
  expect(await field('Интернет')).toHaveValue('629');
  expect(await field('Телефон')).toHaveValue('188');
  expect(total()).toHaveTextContent(isCalled('817,00 ₽'));
  // The number is an element of its own, which no line breaks.
  const restored = await screen.findByText('+7 846 200-00-01');
  expect(restored.parentElement).toHaveTextContent('Интернет, ТВ, +7 846 200-00-01');
  await waitFor(async () =>
    expect(await field('Телефон')).toHaveAccessibleDescription(
      expect.stringMatching(isCalled('Сейчас −187,40 ₽, после оплаты 0,50 ₽. Хватит до 22 декабря')) as string,
    ),
  );
  expect(codes).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: isCalled('Показать QR-код на 817 ₽') }));
  expect(await screen.findByRole('img', { name: isCalled('QR-код для оплаты 817 ₽') })).toBeVisible();
  expect(codes).toEqual([{ p: 'i', amount: '629.00', other_amount: '188.00' }]);
  expect(window.location.pathname + window.location.search).toBe('/lk/payment/i/629?t=188');
  expect(readStored<unknown>('awaited', null)).toEqual({
    contract: 100002,
    payments: [{ payment_id: ID, p: 'i', before: '-628.50', other: '-187.40' }],
  });
});

it('says who switches services on where another billing charges', async () => {
  const off = account({ kind: 't', balance: '-187.40', blocked: true, charged_elsewhere: true });
  at('GET', '/api/v2/telephone', () => json(off));
  renderAt('/payment/i?t', <PaymentPage />, '/payment/:p(i|t)');
  expect(await screen.findByText('Услуги включит оператор, когда учтёт оплату.')).toBeVisible();
});

it('takes other sums, and says when the code is for the former ones, also if the total is the same', async () => {
  renderAt('/payment/i/629?t=188', <PaymentPage />, '/payment/:p(i|t)/:amount([\\d.,]+)');
  await screen.findByRole('img', { name: /QR-код/ });
  for (const [name, sum] of [
    ['Интернет', '600'],
    ['Телефон', '217'],
  ] as const) {
    await userEvent.clear(await field(name));
    await userEvent.type(await field(name), sum);
  }
  expect(await screen.findByText(/Суммы по\sсчетам изменились/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Вернуть прежние' }));
  expect(await field('Интернет')).toHaveValue('629');
  expect(await field('Телефон')).toHaveValue('188');
  expect(screen.queryByText(/изменились/)).not.toBeInTheDocument();
  expect(codes).toHaveLength(1);
});

it.each([
  ['0', 'Укажите сумму или пополните только другой счёт'],
  ['', 'Введите сумму'],
  ['1,2,3', 'Напишите рубли цифрами'],
])('refuses the part «%s» with a reason, and requests no code', async (typed, reason) => {
  renderAt('/payment/i?t', <PaymentPage />, '/payment/:p(i|t)');
  const telephone = await field('Телефон');
  await userEvent.clear(telephone);
  if (typed !== '') await userEvent.type(telephone, typed);
  await userEvent.click(screen.getByRole('button', { name: /Показать QR-код/ }));
  expect(telephone).toHaveAccessibleDescription(expect.stringContaining(reason) as string);
  await waitFor(() => expect(telephone).toHaveFocus());
  expect(codes).toEqual([]);
});

it('refuses a total above the largest payment, in words', async () => {
  renderAt('/payment/i/74900?t=188', <PaymentPage />, '/payment/:p(i|t)/:amount([\\d.,]+)');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Наибольший платёж\s75\s000\s₽/);
  expect(codes).toEqual([]);
});

it('after the payment the title says what works again and until when, the way is told with both accounts', async () => {
  renderAt('/payment/i/629?t=188', <PaymentPage />, '/payment/:p(i|t)/:amount([\\d.,]+)');
  await screen.findByRole('img', { name: /QR-код/ });
  isPaid = true;
  const title = /^3\sуслуги снова работают, денег хватит до\s15\sдекабря$/;
  expect(await screen.findByRole('heading', { level: 1, name: title }, { timeout: 6000 })).toBeVisible();
  const way = within(screen.getByRole('list', { name: 'Как шёл платёж' }));
  expect(way.getByText(/Деньги на\sобоих счетах/)).toBeVisible();
  expect(way.getByText('Включили: +7 846 200-00-01')).toBeVisible();
  for (const [name, day] of [
    ['Интернет', '22'],
    ['Телефон', '15'],
  ] as const) {
    const line = screen.getByText(new RegExp(`^На\\sсчёте «${name}»$`)).parentElement;
    expect(line).toHaveTextContent(new RegExp(`0,50\\s₽, хватит до\\s${day}\\sдекабря`));
  }
}, 15_000);
