import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { autopaymentOf } from '../../../../test/autopayment-world.ts';
import { hurry } from '../../../../test/hurry.ts';
import { renderAt } from '../../../../test/render.tsx';
import { account } from '../../../../test/home-world.ts';
import { answers, at, json, requests } from '../../../../test/stub.ts';
import { PromisedCard } from '#web/shared/money/promised/promised-payment.tsx';
import { AutopaymentCard } from './autopayment-card.tsx';

const PAYLOAD = 'https://sub.nspk.ru/SU00';
const RULE = {
  days: 3,
  ceiling: '1500.00',
  sentence: 'Когда денег останется меньше чем на 3 дня, спишем недостающее.',
};
const inMinutes = (minutes: number): string => new Date(nowMs() + minutes * 60_000).toISOString();
const CONNECTING = autopaymentOf({
  state: 'connecting',
  rule: RULE,
  connect: { payload: PAYLOAD, created_at: inMinutes(-1), expires_at: inMinutes(14) },
});
const WORKING = autopaymentOf({
  state: 'active',
  rule: RULE,
  agreed_at: inMinutes(-60),
  next: {
    at: '2026-11-28T06:00:00.000Z',
    day: '2026-11-28',
    due_day: '2026-12-01',
    amount: '529.00',
    debt: '0.00',
    switches_on: [],
    balance_after: '629.00',
    lasts_until: '2027-01-01',
    try: 1,
  },
});
const show = () => renderAt('/payment/i', <AutopaymentCard p="i" />);
const bodyOf = (path: string) => requests().find((sent) => sent.method === 'POST' && sent.path.endsWith(path))?.body;

hurry();
beforeEach(() => limitsFrom('10.00'));

/** The provider's least payment. */
const limitsFrom = (smallest: string): void =>
  answers(
    contract.payment.expectedPrice,
    {},
    { amount: '629.00', parts: [], suggestions: [], smallest, largest: '100000.00', other: null },
  );

/** The dialog of the choice, with another ceiling typed. */
async function withCeiling(typed: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Настроить автоплатёж' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.clear(dialog.getByLabelText('Другой предел'));
  await userEvent.type(dialog.getByLabelText('Другой предел'), typed);
  return dialog;
}

it('sends the choice and the version of the consent that were shown', async () => {
  answers(contract.autopayment.get, {}, autopaymentOf());
  answers(contract.autopayment.set, {}, CONNECTING);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Настроить автоплатёж' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Подключить автоплатёж?' }));
  await userEvent.click(dialog.getByRole('button', { name: /^7\s/ }));
  await userEvent.click(dialog.getByRole('button', { name: /^2\s000/ }));
  expect(dialog.getByLabelText('Другой предел')).toHaveValue('2\u00a0000');
  expect(await dialog.findByText(/Я разрешаю списывать/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Согласиться и подключить' }));
  await waitFor(() => expect(bodyOf('/autopayment')).toEqual({ p: 'i', days: 7, ceiling: '2000.00', consent: 'v1' }));
});

it('in debt: shows the first charge, its day and the restored services before the client agrees', async () => {
  const { offer } = autopaymentOf();
  const next = {
    at: '2026-11-23T06:00:00.000Z',
    day: '2026-11-23',
    due_day: '2026-11-22',
    amount: '629.00',
    debt: '628.50',
    switches_on: ['Интернет', 'ТВ'],
    balance_after: '0.50',
    lasts_until: '2026-12-21',
    try: 1,
  };
  answers(contract.autopayment.get, {}, autopaymentOf({ offer: { ...offer, chosen: { ...offer.chosen, next } } }));
  show();
  expect(await screen.findByText(/Первое списание — 629.₽, не.раньше 23.ноября/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Настроить автоплатёж' }));
  const dialog = screen.getByRole('dialog');
  await within(dialog).findByText('Ближайшее списание');
  const said = dialog.textContent.replace(/\s/g, ' ');
  for (const fact of ['629 ₽', 'Из них за долг628,50 ₽', 'ЗаработаютИнтернет, ТВ', 'После него на счёте0,50 ₽']) {
    expect.soft(said).toContain(fact);
  }
});

it('says before the client agrees that a choice allows no charge', async () => {
  const { offer } = autopaymentOf();
  const trouble = 'Чтобы погасить долг, нужно 629 ₽.';
  answers(contract.autopayment.get, {}, autopaymentOf({ offer: { ...offer, chosen: { ...offer.chosen, trouble } } }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Настроить автоплатёж' }));
  expect(await within(screen.getByRole('dialog')).findByText(trouble)).toBeVisible();
});

it('refuses a sum that no bank accepts', async () => {
  answers(contract.autopayment.get, {}, autopaymentOf());
  show();
  const dialog = await withCeiling('5');
  expect(await dialog.findByText(/Напишите сумму от 10\s₽/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Согласиться и подключить' }));
  expect(bodyOf('/autopayment')).toBeUndefined();
});

it('takes the least ceiling from the provider, and counts nothing for a lesser one', async () => {
  limitsFrom('100.00');
  answers(contract.autopayment.get, {}, autopaymentOf());
  show();
  const dialog = await withCeiling('50');
  expect(await dialog.findByText(/Напишите сумму от 100\s₽/)).toBeVisible();
  expect(dialog.queryByText('Ваше согласие')).toBeNull();
  await userEvent.type(dialog.getByLabelText('Другой предел'), '0');
  expect(await dialog.findByText(/Я разрешаю списывать/)).toBeVisible();
});

it('says at the field why the server refuses a ceiling', async () => {
  const message = 'В месяц — не меньше 100 ₽';
  at('GET', '/api/v2/autopayment', ({ query }) =>
    query.get('ceiling') === '50.00'
      ? json({ code: 'autopayment_bad_choice', message, request_id: 'r' }, 409)
      : json(autopaymentOf()),
  );
  show();
  const dialog = await withCeiling('50');
  await waitFor(() => expect(dialog.getByLabelText('Другой предел')).toHaveAccessibleDescription(message));
  expect(dialog.queryByText('Считаем первое списание')).toBeNull();
  expect(dialog.queryByText('Готовим текст согласия')).toBeNull();
});

it('a choice that could not be counted can be counted again', async () => {
  let isBroken = true;
  at('GET', '/api/v2/autopayment', ({ query }) =>
    isBroken && query.get('ceiling') === '800.00' ? json({}, 500) : json(autopaymentOf()),
  );
  show();
  const dialog = await withCeiling('800');
  expect(await dialog.findByText('Не удалось посчитать первое списание.')).toBeVisible();
  isBroken = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Повторить' }));
  expect(await dialog.findByText(/Я разрешаю списывать/)).toBeVisible();
});

it('shows a code and a link while it waits for the bank, and says when it is confirmed', async () => {
  let state = CONNECTING;
  at('GET', '/api/v2/autopayment', () => json(state));
  show();
  expect(await screen.findByRole('img', { name: /подключения автоплатежа/ })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Подтвердить в банке' })).toHaveAttribute('href', PAYLOAD);
  state = WORKING;
  expect(await screen.findByText('Работает', {}, { timeout: 6000 })).toBeVisible();
  expect(await screen.findByText('Автоплатёж подключён')).toBeVisible();
}, 10_000);

it('shows the next charge; skips a month and undoes the skip; switches off in one tap', async () => {
  let state = WORKING;
  at('GET', '/api/v2/autopayment', () => json(state));
  at('POST', '/api/v2/autopayment/skip', ({ body }) => {
    state = (body as { skip: boolean }).skip ? { ...WORKING, next: null, skipped: '2026-12' } : WORKING;
    return json(state);
  });
  at('POST', '/api/v2/autopayment/off', () => json((state = autopaymentOf({ ended: 'off' }))));
  show();
  expect(await screen.findByText(/^28\sноября.*, 529\s₽$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /Пропустить списание за\sдекабрь/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Всё-таки списать' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Отключить' }));
  expect(await screen.findByText('Автоплатёж отключён, ничего не спишем.')).toBeVisible();
});

it('updates after a promised payment is taken', async () => {
  const lasts = { last_day: '2026-11-23', ends_at: '2026-11-23T20:00:00.000Z' };
  const terms = { days: 3, fee: '0.00', most: '1500.00' };
  const sums = { amount: '500.00', fee: '0.00', to_pay: '500.00', ...lasts };
  const preview = {
    ...{ charge_now: '0.00', parts: [], charge_next: null, balance_after: '0.00', missing: '0.00' },
    ...{ switches_on: [], switches_off: [] },
  };
  const active = { ...sums, taken_at: '2026-11-20T10:05:00.000Z', days_left: 3 };
  const offered = { terms, available: true, reason: null, available_from: null };
  answers(contract.internetAccount.get, {}, account());
  answers(contract.telephone.get, {}, []);
  answers(contract.autopayment.get, {}, WORKING);
  answers(contract.promisedPayment.get, {}, { ...offered, offer: { ...sums, preview, otherwise: '' }, active: null });
  renderAt(
    '/payment/i',
    <>
      <PromisedCard p="i" />
      <AutopaymentCard p="i" />
    </>,
  );
  expect(await screen.findByText(/, 529\s₽$/)).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: /Взять на/ }));
  answers(contract.autopayment.get, {}, { ...WORKING, next: { ...WORKING.next!, amount: '1029.00' } });
  answers(contract.promisedPayment.take, {}, { active, switched_on: [], balance: '0.00' });
  answers(contract.promisedPayment.get, {}, { ...offered, available: false, offer: null, active });
  await userEvent.click(screen.getByRole('button', { name: /Взять до/ }));
  expect(await screen.findByText(/, 1\s029\s₽$/)).toBeVisible();
});

it('lists all attempts with their results', async () => {
  answers(
    contract.autopayment.get,
    {},
    {
      ...WORKING,
      trouble: 'К 1 декабря не хватит 629 ₽.',
      attempts: [
        { at: '2026-11-29T07:12:00.000Z', amount: '529.00', try: 2, state: 'paid', text: 'Деньги пришли на счёт.' },
        { at: '2026-11-28T07:12:00.000Z', amount: '529.00', try: 1, state: 'refused', text: 'Не хватило денег.' },
      ],
    },
  );
  show();
  await userEvent.click(await screen.findByText('Попытки списания'));
  expect(screen.getByText(/2-я попытка/)).toBeVisible();
  expect(screen.getByText(/Не хватило денег/)).toBeVisible();
  expect(screen.getByText(/К 1 декабря не хватит/)).toBeVisible();
});

it('does not say that it works when it will not charge', async () => {
  answers(contract.autopayment.get, {}, { ...WORKING, next: null, trouble: 'В этом месяце списать не получилось.' });
  show();
  expect(await screen.findByText('Не спишет')).toBeVisible();
  expect(screen.queryByText('Работает')).toBeNull();
  expect(screen.queryByText(/Денег хватает/)).toBeNull();
});

it('says why the bank refused, and when it will be asked again', async () => {
  const refused = { at: '2026-11-28T07:12:00.000Z', amount: '529.00', try: 1, text: 'Не хватило денег.' };
  answers(
    contract.autopayment.get,
    {},
    { ...WORKING, next: { ...WORKING.next!, try: 2 }, attempts: [{ ...refused, state: 'refused' as const }] },
  );
  show();
  const callout = (await screen.findByText('Банк пока не списал деньги.')).parentElement;
  expect(callout).toHaveTextContent(/Не хватило денег\. Попробуем ещё раз \d/);
});

it('shows no card when no bank supports autopayment', async () => {
  answers(contract.autopayment.get, {}, autopaymentOf({ available: false }));
  show();
  await waitFor(() => expect(screen.queryByText('Автоплатёж')).toBeNull());
});
