import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { contract, type Wire } from '#web/api/contract.ts';
import { showContract } from '#web/api/session.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { readStored } from '#web/lib/page/stored.ts';
import { outdateByMoney } from '#web/shared/money/awaited-payments.ts';
import { autopaymentOf } from '../../../test/autopayment-world.ts';
import { account, wayOut } from '../../../test/home-world.ts';
import { hurry } from '../../../test/hurry.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../test/stub.ts';
import { PaymentPage } from './payment-page.tsx';

type State = Wire<typeof contract.payment.status>['state'];
const TRANSFER = {
  name: 'ООО «Волга Телеком»',
  inn: '6321000003',
  kpp: null,
  account: '40702810700000000001',
  bank: 'Учебный банк',
  bic: '043699998',
  corr_account: '30101810000000000998',
  purpose: 'Оплата услуг связи, лицевой счёт 100001-1',
  qr: 'ST00012|Name=ООО «Волга Телеком»|PersonalAcc=40702810700000000001',
};
const OPTIONS: Wire<typeof contract.payment.options> = {
  ways: [{ way: 'sbp', title: 'СБП', text: 'За минуту', fee: '0.00', smallest: '10.00', largest: '75000.00' }],
  transfer: TRANSFER,
  after: { balance: '729.00', lasts_until: '2027-01-01', days_left: 30, switches_on: ['Интернет'] },
  reach: [
    { day: '2027-01-01', amount: '629.00' },
    { day: '2027-02-01', amount: '1124.00' },
  ],
};
const NO_PROMISE: Wire<typeof contract.promisedPayment.get> = {
  terms: null,
  available: false,
  reason: 'По этому счёту обещанного платежа нет',
  available_from: null,
  offer: null,
  active: null,
};
const ID = '0191d3c0-0000-7000-8000-000000000001';
const PAYLOAD = 'https://qr.nspk.ru/AS1000670LSS7DN18SJQDNP4B05KLJL2?type=02';
const pattern = '/payment/:p(i|t)/:amount([\\d.,]+)';

/** When the bank said that it is paid, before the credit. */
let receivedAt: string | null;
let state: State;
let balance: string;
let restored: Wire<typeof contract.payment.status>['restored'];
/** Sums of the requested codes. */
let codes: (string | null)[];

const inMinutes = (minutes: number): string => new Date(nowMs() + minutes * 60_000).toISOString();
/** What the page shows after it has asked the bank's state again. It is looked for whenever the page changes, so rarely besides. */
const LATER = { timeout: 6000, interval: 1000 };
const text = (words: string | RegExp) => screen.findByText(words, {}, LATER);

hurry();
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  showContract(100001);
  state = 'pending';
  receivedAt = null;
  balance = '100.00';
  restored = [];
  codes = [];
  answers(contract.telephone.get, {}, []);
  at('GET', '/api/v2/internet-account', () => json(account({ balance })));
  answers(contract.promisedPayment.get, {}, NO_PROMISE);
  answers(contract.promisedPayment.inDebt, {}, []);
  answers(contract.autopayment.get, {}, autopaymentOf());
  answers(contract.paymentLink.list, {}, []);
  answers(contract.calendar.get, {}, { from: '2026-11-20', until: '2027-01-19', entries: [] });
  answers(
    contract.payment.expectedPrice,
    {},
    {
      amount: '629.00',
      parts: [{ text: 'Интернет', amount: '629.00' }],
      suggestions: [{ months: 1, amount: '1124.00', lasts_until: null }],
      smallest: '10.00',
      largest: '75000.00',
      other: null,
    },
  );
  answers(contract.payment.options, {}, OPTIONS);
  const codeFor = (amount: string): Wire<typeof contract.payment.sbp> => ({
    payment_id: ID,
    qr_id: 'AS1',
    payload: PAYLOAD,
    created_at: inMinutes(-1),
    expires_at: inMinutes(9),
    amount,
    parts: [{ p: 'i', amount }],
    state: 'pending',
  });
  at('GET', '/api/v2/payment/sbp', () => {
    codes.push('code');
    return json(codeFor('629.00'));
  });
  at('GET', '/api/v2/payment/status', () =>
    json({
      payment_id: ID,
      p: 'i',
      amount: '629.00',
      parts: [{ p: 'i', amount: '629.00' }],
      state,
      created_at: '2026-11-20T10:05:00.000Z',
      expires_at: inMinutes(9),
      received_at: state === 'paid' ? '2026-11-20T10:06:00.000Z' : receivedAt,
      paid_at: state === 'paid' ? '2026-11-20T10:06:00.000Z' : null,
      restored: state === 'paid' ? restored : [],
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

it('fills in the recommended sum, and requests a code only on a press', async () => {
  renderAt('/payment/i', <PaymentPage />, '/payment/:p(i|t)');
  expect(await screen.findByLabelText('Сумма')).toHaveValue('629');
  expect(screen.getByText(/^От\s10\s₽ до\s75\s000\s₽$/)).toBeVisible();
  expect(codes).toHaveLength(0);
  await userEvent.click(await screen.findByRole('button', { name: /Показать QR-код на/ }));
  expect(await screen.findByRole('img', { name: /QR-код для оплаты\s629\s₽/ })).toBeVisible();
  expect(window.location.pathname).toBe('/lk/payment/i/629');
  const payments = [{ payment_id: ID, p: 'i', before: '100.00' }];
  expect(readStored<unknown>('awaited', null)).toEqual({ contract: 100001, payments });
});

it.each([
  ['5', 'Наименьший платёж'],
  ['80000', 'Наибольший платёж'],
  ['12345678', 'Наибольший платёж'],
  ['1,000.50', 'рубли цифрами'],
])('refuses the sum %s of the address with a reason, and requests no code', async (amount, words) => {
  renderAt(`/payment/i/${amount}`, <PaymentPage />, pattern);
  expect(await screen.findByLabelText('Сумма')).toHaveAccessibleDescription(expect.stringContaining(words) as string);
  expect(codes).toHaveLength(0);
});

it.each(['1e3', '-5', '1.000.000', '62٩'])('never reads a part of %j as the sum', async (typed) => {
  renderAt('/payment/i', <PaymentPage />, '/payment/:p(i|t)');
  const field = await screen.findByLabelText('Сумма');
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  expect(field).toHaveValue(typed);
  expect(
    screen
      .getAllByRole('button')
      .filter((button) => /\d\s*₽/.test(button.textContent) && /код|Заплатить/.test(button.textContent)),
  ).toEqual([]);
  await userEvent.type(field, '{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining('рубли цифрами') as string));
  expect(codes).toHaveLength(0);
});

it('requests a code for the sum of the address at once; shows the bank’s link on a phone', async () => {
  renderAt('/payment/i/629', <PaymentPage />, pattern);
  expect(await screen.findByRole('link', { name: /^Заплатить.629.₽$/ })).toHaveAttribute('href', PAYLOAD);
  expect(screen.getByRole('timer')).toHaveTextContent(/Код действует ещё 0[89]:/);
  expect(codes).toHaveLength(1);
});

it('on a phone: after the tap that opens the bank the page waits for it, also when it is opened anew, until another sum is wanted', async () => {
  const stay = (event: Event): void => event.preventDefault();
  document.addEventListener('click', stay);
  onTestFinished(() => document.removeEventListener('click', stay));
  const first = renderAt('/payment/i/629', <PaymentPage />, pattern);
  await userEvent.click(await screen.findByRole('link', { name: /^Заплатить.629.₽$/ }));
  await screen.findByRole('heading', { level: 1, name: 'Ждём банк' });
  first.unmount();

  renderAt('/payment/i/629', <PaymentPage />, pattern);
  await screen.findByRole('heading', { level: 1, name: 'Ждём банк' });
  expect(await screen.findByRole('link', { name: 'Открыть банк ещё раз' })).toHaveAttribute('href', PAYLOAD);
  expect(screen.queryByLabelText('Сумма')).toBeNull();
  expect(screen.getByText(/^Открыли банк в.\d\d:\d\d$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Изменить сумму' }));
  expect(await screen.findByLabelText('Сумма')).toHaveValue('629');
  expect(screen.getByRole('heading', { level: 1, name: 'Пополнить счёт' })).toBeVisible();
});

it('on a phone: from the bank the page comes back to the result', async () => {
  const stay = (event: Event): void => event.preventDefault();
  document.addEventListener('click', stay);
  onTestFinished(() => document.removeEventListener('click', stay));
  renderAt('/payment/i/629', <PaymentPage />, pattern);
  await userEvent.click(await screen.findByRole('link', { name: /^Заплатить.629.₽$/ }));
  await screen.findByRole('heading', { level: 1, name: 'Ждём банк' });
  state = 'paid';
  balance = '729.00';
  await text('Оплата прошла');
  expect(screen.queryByRole('link', { name: 'Открыть банк ещё раз' })).toBeNull();
});

it('says that the code is for the former sum when another one is typed', async () => {
  renderAt('/payment/i/629', <PaymentPage />, pattern);
  await screen.findByRole('img', { name: /QR-код/ });
  const field = screen.getByLabelText('Сумма');
  await userEvent.clear(field);
  await userEvent.type(field, '2000');
  expect(await text(/Сумма изменилась:\s2\s000\s₽/)).toBeVisible();
  expect(screen.getByText(/Прежний код — на\s629\s₽/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /Вернуть\s629/ }));
  expect(field).toHaveValue('629');
  expect(screen.queryByText(/Сумма изменилась/)).not.toBeInTheDocument();
});

it('offers no second payment between the word of the bank and the credit', async () => {
  receivedAt = '2026-11-20T10:06:00.000Z';
  renderAt('/payment/i/629', <PaymentPage />, pattern);
  expect(await text('Банк сообщил: оплачено')).toBeVisible();
  expect(await text(/второй раз платить не.нужно/)).toBeVisible();
  expect(screen.queryByRole('img', { name: /QR-код/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /приложение банка/ })).not.toBeInTheDocument();
  state = 'paid';
  expect(await text(/Оплата прошла/)).toBeVisible();
}, 15_000);

it('shows a successful payment with the new balance and the restored services', async () => {
  renderAt('/payment/i/629', <PaymentPage />, pattern);
  await text('Ждём оплату');
  state = 'paid';
  balance = '729.00';
  expect(await text(/Оплата прошла/)).toBeVisible();
  expect(await text('Включили')).toBeVisible();
  await waitFor(() => expect(screen.getByText('Теперь на счёте').parentElement).toHaveTextContent(/729,00\s₽/));
  expect(screen.queryByLabelText('Сумма')).not.toBeInTheDocument();
}, 15_000);

it('after the payment says what works again, how it came, what is still off, and offers autopayment', async () => {
  restored = [{ name: 'Интернет', applied_at: null }];
  const telephone = { ...wayOut(), p: 't' as const, to_pay: '188.00' };
  renderAt('/payment/i/629', <PaymentPage />, pattern);
  await text('Ждём оплату');
  answers(contract.promisedPayment.inDebt, {}, [
    { ...telephone, after: { ...telephone.after, switches_on: ['+7 846 200-00-01'] } },
  ]);
  state = 'paid';
  expect(await screen.findByRole('heading', { level: 1, name: /Интернет.снова работает/ }, LATER)).toBeVisible();
  const way = within(screen.getByRole('list', { name: 'Как шёл платёж' }));
  const steps = () => way.getAllByRole('listitem').map((step) => step.textContent.replaceAll('\u00a0', ' '));
  expect(steps()).toEqual([
    'Вы открыли оплату14:05',
    'Банк сообщил: оплачено14:06',
    'Деньги на счёте14:06',
    'Включаем: Интернетсейчас',
  ]);
  expect(screen.getByRole('link', { name: /Заплатить.188/ })).toHaveAttribute('href', '/lk/payment/t/188');
  expect(await screen.findByRole('region', { name: 'Автоплатёж' })).toBeVisible();
  // The network has answered.
  restored = [{ name: 'Интернет', applied_at: '2026-11-20T10:07:00.000Z' }];
  await waitFor(() => expect(steps().at(-1)).toBe('Включили: Интернет14:07'), LATER);
}, 20_000);

it('says without names what is still off when one payment does not restore it', async () => {
  const telephone = { ...wayOut(), p: 't' as const, to_pay: '75000.00' };
  renderAt('/payment/i/629', <PaymentPage />, pattern);
  await text('Ждём оплату');
  answers(contract.promisedPayment.inDebt, {}, [{ ...telephone, after: { ...telephone.after, switches_on: [] } }]);
  state = 'paid';
  expect(await text(/отключен.*за.долг/)).toHaveTextContent('Услуги счёта «Телефон» ещё отключены за долг.');
}, 15_000);

it('beside another billing asks for nothing more when the debt is paid', async () => {
  answers(contract.payment.options, {}, { ...OPTIONS, after: { ...OPTIONS.after!, switches_on: [] } });
  renderAt('/payment/i/629', <PaymentPage />, pattern);
  await text('Ждём оплату');
  answers(contract.promisedPayment.inDebt, {}, [wayOut({ to_pay: '0.00' })]);
  state = 'paid';
  expect(await text('Счёт «Интернет».')).toBeVisible();
  expect(screen.getByText(/Услуги включит оператор, когда учтёт оплату/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Заплатить/ })).toBeNull();
}, 15_000);

it('after an expired code leads to the payments of the same account', async () => {
  const { unmount } = renderAt('/payment/t/629', <PaymentPage />, pattern);
  await text('Ждём оплату');
  state = 'expired';
  await text('Время кода вышло.');
  const [link] = screen.getAllByRole('link', { name: 'Мои платежи' });
  expect(link).toHaveAttribute('href', '/lk/payments-history/t');
  unmount();
}, 10_000);

it('is pulled to a day by the keyboard, and the sum follows; the ready sums name their days', async () => {
  answers(
    contract.payment.expectedPrice,
    {},
    {
      amount: '629.00',
      parts: [],
      suggestions: [{ months: 1, amount: '1124.00', lasts_until: '2027-02-01' }],
      smallest: '10.00',
      largest: '75000.00',
      other: null,
    },
  );
  renderAt('/payment/i', <PaymentPage />, '/payment/:p(i|t)');
  const ruler = await screen.findByRole('slider', { name: 'До какого дня заплатить' });
  expect(ruler).toHaveAttribute('aria-valuetext', expect.stringMatching(/^до 1.января.*629/));
  expect(screen.getByRole('button', { name: /629.*до.1.января/ })).toHaveAttribute('aria-pressed', 'true');
  ruler.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByLabelText('Сумма')).toHaveValue('1 124'.replace(' ', '\u00a0'));
  expect(screen.getByRole('button', { name: /1.124.*до.1.февраля/ })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{Home}');
  expect(screen.getByLabelText('Сумма')).toHaveValue('629');
  // A finger lets go between two days: the later one is taken, so that the money lasts at least until there.
  fireEvent.change(ruler, { target: { value: String(Number(ruler.getAttribute('max')) - 3) } });
  expect(screen.getByLabelText('Сумма')).toHaveValue('1 124'.replace(' ', '\u00a0'));
});

it('requests no second code when another part of the cabinet notices the payment first', async () => {
  const { cache } = renderAt('/payment/i/629', <PaymentPage />, pattern);
  await text('Ждём оплату');
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  state = 'paid';
  await outdateByMoney(cache);
  expect(await text(/Оплата прошла/)).toBeVisible();
  expect(codes).toHaveLength(1);
}, 10_000);

it('shows the restored services even if they were calculated after the code', async () => {
  const counted = Promise.withResolvers<undefined>();
  at('GET', '/api/v2/payment/options', async () => {
    await counted.promise;
    return json(OPTIONS);
  });
  renderAt('/payment/i/629', <PaymentPage />, pattern);
  await text('Ждём оплату');
  counted.resolve(undefined);
  await text('Заработают');
  state = 'paid';
  expect(await text(/Оплата прошла/)).toBeVisible();
  expect(await text('Включили')).toBeVisible();
}, 15_000);

it('shows the success when reopened after the bank, instead of a second payment', async () => {
  const { unmount } = renderAt('/payment/i/629', <PaymentPage />, pattern);
  await text('Ждём оплату');
  unmount();
  state = 'paid';
  renderAt('/payment/i/629', <PaymentPage />, pattern);
  expect(await text(/Оплата прошла/)).toBeVisible();
  expect(codes).toHaveLength(1);
}, 15_000);

it.each([
  ['expired', 'Время кода вышло.', 'Сделать новый код'],
  ['rejected', 'Банк отклонил оплату.', 'Попробовать ещё раз'],
] as const)(
  '%s says what to do, and a new code is made on request',
  async (next, words, action) => {
    renderAt('/payment/i/629', <PaymentPage />, pattern);
    await text('Ждём оплату');
    state = next;
    expect(await text(words)).toBeVisible();
    expect(codes).toHaveLength(1);
    state = 'pending';
    const [button] = screen.getAllByRole('button', { name: action });
    await userEvent.click(button!);
    expect(await text('Ждём оплату')).toBeVisible();
    expect(codes).toHaveLength(2);
  },
  10_000,
);

it('keeps the sum and offers a retry when the bank does not respond', async () => {
  refuses(contract.payment.sbp, {}, 'outside_unavailable');
  renderAt('/payment/i/629', <PaymentPage />, pattern);
  expect(await text('Код не получился.')).toBeVisible();
  expect(screen.getByLabelText('Сумма')).toHaveValue('629');
  at('GET', '/api/v2/payment/sbp', () =>
    json({
      payment_id: ID,
      qr_id: 'AS1',
      payload: PAYLOAD,
      created_at: inMinutes(0),
      expires_at: inMinutes(10),
      amount: '629.00',
      state: 'pending',
    }),
  );
  await userEvent.click(screen.getAllByRole('button', { name: 'Повторить' })[0]!);
  expect(await text('Ждём оплату')).toBeVisible();
});

it('leads a contract without telephones to its other account', async () => {
  refuses(contract.payment.expectedPrice, {}, 'payment_no_account');
  renderAt('/payment/t', <PaymentPage />, '/payment/:p(i|t)');
  expect(await text('Счёта «Телефон» нет')).toBeVisible();
  expect(requests().some(({ path }) => path.endsWith('/sbp'))).toBe(false);
});

it('offers no payment when no bank is connected', async () => {
  answers(contract.payment.options, {}, { ways: [], transfer: null, after: null, reach: [] });
  renderAt('/payment/i', <PaymentPage />, '/payment/:p(i|t)');
  expect(await screen.findByText('Здесь заплатить пока нельзя')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Заплатить|Показать QR-код/ })).toBeNull();
  expect(codes).toHaveLength(0);
});

it('shows the balance after the payment from the server, with charges due at once', async () => {
  answers(contract.payment.options, {}, { ...OPTIONS, after: { ...OPTIONS.after!, balance: '39.00' } });
  renderAt('/payment/i', <PaymentPage />, '/payment/:p(i|t)');
  const row = (await screen.findByText('После оплаты')).parentElement;
  await waitFor(() => expect(row).toHaveTextContent(/39,00\s₽/));
});

it('shows what lies ahead though the sum has failed, also while it is asked for again', async () => {
  refuses(contract.payment.expectedPrice, {}, 'unexpected');
  renderAt('/payment/i', <PaymentPage calendar={<p>Что впереди</p>} />, '/payment/:p(i|t)');
  const again = await screen.findByRole('button', { name: 'Повторить' });
  expect(screen.getByText('Не удалось загрузить сумму к оплате.')).toBeVisible();
  expect(screen.getByText('Что впереди')).toBeVisible();
  at('GET', '/api/v2/payment/expected-price', () => new Promise<Response>(() => undefined));
  await userEvent.click(again);
  await waitFor(() => expect(screen.queryByText('Не удалось загрузить сумму к оплате.')).toBeNull());
  expect(screen.getByText('Что впереди')).toBeVisible();
});

it('says who switches services on where another billing charges', async () => {
  const words = 'Услуги включит оператор, когда учтёт оплату.';
  at('GET', '/api/v2/internet-account', () => json(account({ balance, blocked: true })));
  const ours = renderAt('/payment/i', <PaymentPage />, '/payment/:p(i|t)');
  await screen.findByText('После оплаты');
  expect(screen.queryByText(words)).toBeNull();
  ours.unmount();
  at('GET', '/api/v2/internet-account', () => json(account({ balance, blocked: true, charged_elsewhere: true })));
  renderAt('/payment/i', <PaymentPage />, '/payment/:p(i|t)');
  expect(await screen.findByText(words)).toBeVisible();
});

it('allows a payment even if its result fails to load', async () => {
  refuses(contract.payment.options, {}, 'unexpected');
  renderAt('/payment/i', <PaymentPage />, '/payment/:p(i|t)');
  expect(await text(/Не удалось загрузить способы оплаты/)).toBeVisible();
  expect(screen.queryByText('После оплаты')).toBeNull();
  expect(screen.queryByText('Хватит')).toBeNull();
  expect(screen.getByRole('button', { name: /Показать QR-код на/ })).toBeVisible();
});
