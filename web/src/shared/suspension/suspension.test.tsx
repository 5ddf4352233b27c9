import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { NOW, user } from '../../../test/home-world.ts';
import { preview } from '../../../test/plan-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../test/stub.ts';
import { PauseOrTrouble } from './pause-or-trouble.tsx';
import type { CurrentSuspension, Suspension, SuspensionTerms, SuspensionSummary } from './suspension-data.ts';
import { SuspensionSection } from './suspension-section.tsx';

const { suspension } = contract;
const PARAMS = { params: { id: '1' } };

const TERMS: SuspensionTerms = {
  shortest_days: 7,
  longest_days: 60,
  free_days_a_year: 30,
  day_price: '5.00',
  start_price: '0.00',
  days_between: 14,
  days_ahead: 60,
  early_return: { price: '0.00' },
};

const known = (own: Partial<Suspension> = {}): Suspension => ({
  terms: TERMS,
  version: '7',
  available: true,
  reason: null,
  available_from: '2026-11-20',
  latest_from: '2027-01-19',
  free_left: 21,
  current: null,
  ...own,
});

const AGREED = {
  from: '2026-11-20',
  until: '2026-11-27',
  days: 7,
  free_days: 7,
  paid_days: 0,
  paid: [],
  day_price: '5.00',
  days_cost: '0.00',
  start_price: '0.00',
  early_return: { price: '0.00' },
};

const current = (own: Partial<CurrentSuspension> = {}): CurrentSuspension => ({
  state: 'active',
  ...AGREED,
  is_applied: true,
  return_reason: null,
  ...own,
});

const MONTH = { amount: '550.00', unit: 'month' as const };

const told = (own: Partial<SuspensionSummary> = {}): SuspensionSummary => ({
  ...preview({
    price: { was: MONTH, will: null },
    monthly: { was: '550.00', will: '0.00' },
    charge_now: '-201.67',
    parts: [{ text: 'Возврат: Интернет «Волга 300»', amount: '-201.67' }],
    charge_next: { day: '2026-11-27', amount: '73.33', missing: '0.00' },
    balance_after: '1436.17',
    switches_off: ['Интернет'],
  }),
  ...AGREED,
  on_start: null,
  on_return: { day: '2026-11-27', amount: '73.33', parts: [] },
  ...own,
});

const back = preview({
  price: { was: null, will: MONTH },
  monthly: { was: '0.00', will: '550.00' },
  charge_now: '201.67',
  parts: [{ text: 'Интернет «Волга 300»', amount: '201.67' }],
  charge_next: { day: '2026-12-01', amount: '550.00', missing: '0.00' },
  balance_after: '1032.83',
  switches_on: ['Интернет'],
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answers(suspension.get, PARAMS, known());
  at('POST', '/api/v2/suspension/preview', ({ body }) => json(told(body as { from: string; until: string })));
});
afterEach(() => void vi.useRealTimers());

const show = (search = '') => renderAt(`/internet/1${search}`, <SuspensionSection user={user()} />);
const PAUSED = user({
  state: 'paused',
  returns_on: '2026-11-27',
  state_text: 'На паузе по вашей просьбе до 27 ноября',
});
const showPaused = (search = '') => renderAt(`/internet/1${search}`, <PauseOrTrouble user={PAUSED} />);
const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');
const bodyOf = (path: string) =>
  requests()
    .filter((sent) => sent.path.endsWith(path))
    .at(-1)?.body;

/** Opens the folded card. */
async function unfold() {
  await screen.findByRole('button', { name: 'Выбрать дни' });
  await userEvent.click(screen.getByRole('heading', { name: 'Приостановить' }));
}

async function openDialog(search = '') {
  show(search);
  await unfold();
  await userEvent.click(screen.getByRole('button', { name: 'Выбрать дни' }));
  await within(screen.getByRole('dialog')).findByText('Останется на счёте');
  return within(screen.getByRole('dialog'));
}

it('shows the price of a day and the free days left before any choice', async () => {
  show();
  await unfold();
  const card = plain(screen.getByRole('region', { name: 'Приостановить' }));
  expect(card).toContain('30 дней в году бесплатно, дальше 5 ₽ в день');
  expect(card).toContain('В этом году остался 21 день');
});

it('shows the price of the suspension itself', async () => {
  answers(suspension.get, PARAMS, known({ terms: { ...TERMS, free_days_a_year: 0, start_price: '50.00' } }));
  at('POST', '/api/v2/suspension/preview', () => json(told({ start_price: '50.00' })));
  const dialog = await openDialog();
  expect(screen.getByText(/5\s₽ в\sдень, разовая плата 50\s₽/)).toBeVisible();
  expect(dialog.getByText('Разовая плата')).toBeVisible();
});

it('shows no card when the provider offers no suspension', async () => {
  answers(suspension.get, PARAMS, known({ terms: null, available: false, reason: 'Провайдер не приостанавливает' }));
  show();
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

it('retries after a load error', async () => {
  refuses(suspension.get, PARAMS, 'unexpected');
  show();
  expect(await screen.findByText('Не удалось узнать, можно ли приостановить услугу.')).toBeVisible();
  answers(suspension.get, PARAMS, known());
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  await unfold();
  expect(screen.getByRole('button', { name: 'Выбрать дни' })).toBeVisible();
});

it('shows every consequence of the chosen days, and orders exactly these days with the version that was shown', async () => {
  const dialog = await openDialog();
  expect(dialog.getByRole('button', { name: 'Неделя' })).toHaveAttribute('aria-pressed', 'true');
  const text = plain(screen.getByRole('dialog'));
  for (const part of [
    'Не будет работатьс 20 ноября по 26 ноября, 7 дней',
    'Бесплатных дней7',
    'Вернуть раньшебесплатно',
    'Сегодня вернём+201,67 ₽Цена550 ₽ в месяц →станет 0 ₽',
    'Спишем за услугу 27 ноября73,33 ₽',
  ])
    expect.soft(text).toContain(part);
  answers(suspension.start, {}, told());
  answers(suspension.get, PARAMS, known({ current: current() }));
  await userEvent.click(dialog.getByRole('button', { name: 'Приостановить сейчас' }));
  expect(await screen.findByText(/«Интернет» на\sпаузе/)).toBeVisible();
  expect(bodyOf('/v2/suspension')).toEqual({ user_id: 1, from: '2026-11-20', until: '2026-11-27', version: '7' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers usual durations and own days; the first day moves the day of return with it', async () => {
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Месяц' }));
  await waitFor(() => expect(bodyOf('/suspension/preview')).toMatchObject({ from: '2026-11-20', until: '2026-12-20' }));
  fireEvent.change(dialog.getByLabelText('С какого дня'), { target: { value: '2026-12-01' } });
  expect(dialog.getByLabelText('Когда вернуть')).toHaveValue('31.12.2026');
  fireEvent.change(dialog.getByLabelText('Когда вернуть'), { target: { value: '2026-12-20' } });
  await waitFor(() => expect(bodyOf('/suspension/preview')).toMatchObject({ from: '2026-12-01', until: '2026-12-20' }));
  expect(await dialog.findByRole('button', { name: /^Приостановить 1\sдекабря/ })).toBeEnabled();
  fireEvent.change(dialog.getByLabelText('Когда вернуть'), { target: { value: '' } });
  expect(dialog.getByText('Выберите день')).toBeVisible();
});

it('hides usual durations that the provider’s terms do not allow', async () => {
  answers(suspension.get, PARAMS, known({ terms: { ...TERMS, shortest_days: 10, longest_days: 20 } }));
  const dialog = await openDialog();
  expect(dialog.queryByRole('button', { name: 'Неделя' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Две недели' })).toHaveAttribute('aria-pressed', 'true');
});

it('shows paid days, later charges and other consequences', async () => {
  const paid = { paid_days: 4, free_days: 10, paid: [{ from: '2026-12-21', until: '2026-12-25' }], days_cost: '20.00' };
  const on_start = { day: '2026-12-11', amount: '-160.00', parts: [] };
  const notes = ['Если денег на платный день не хватит, отключатся и другие услуги этого счёта'];
  at('POST', '/api/v2/suspension/preview', () => json(told({ ...paid, on_start, notes })));
  await openDialog();
  const text = plain(screen.getByRole('dialog'));
  expect(text).toContain('Платных дней4 дня по 5 ₽, с 21 декабря по 24 декабря: 20 ₽');
  expect(text).toContain('11 декабря вернём+160,00 ₽');
  expect(text).toContain('Если денег на платный день не хватит');
});

it('explains why days are not possible, and offers no button', async () => {
  refuses(suspension.preview, {}, 'change_not_allowed');
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Выбрать дни' }));
  expect(await screen.findByText(/Сейчас это изменить нельзя/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Приостановить' })).toHaveAttribute('aria-disabled', 'true');
});

it('after a lost reply the chosen days stay, and a repetition is the same change', async () => {
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Месяц' }));
  await waitFor(() => expect(bodyOf('/suspension/preview')).toMatchObject({ until: '2026-12-20' }));
  at('POST', '/api/v2/suspension', () => Promise.reject(new TypeError('no network')));
  await userEvent.click(await dialog.findByRole('button', { name: 'Приостановить сейчас' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Не знаем, выполнено ли.*дважды ничего не.выполнится\.$/);
  await waitFor(() =>
    expect(requests().filter(({ path }) => path.endsWith('/suspension/1')).length).toBeGreaterThan(1),
  );
  expect(screen.getByRole('button', { name: 'Месяц' })).toHaveAttribute('aria-pressed', 'true');
  answers(suspension.start, {}, told());
  await userEvent.click(screen.getByRole('button', { name: 'Приостановить сейчас' }));
  expect(await screen.findByText(/«Интернет» на\sпаузе/)).toBeVisible();
  const sent = requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/v2/suspension'));
  expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body]);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

it('restores the chosen days after leaving to pay', async () => {
  show('?pause=2026-12-01&until=2026-12-20');
  expect(await screen.findByLabelText('С какого дня')).toHaveValue('01.12.2026');
  expect(screen.getByLabelText('Когда вернуть')).toHaveValue('20.12.2026');
  await userEvent.click(screen.getByRole('button', { name: 'Не сейчас' }));
  expect(window.location.search).toBe('');
});

it('shows the reason and the day when a suspension is not possible, and does not offer it', async () => {
  const reason = 'После прошлого раза должно пройти 14 дней. Приостановить можно с 29 декабря';
  answers(suspension.get, PARAMS, known({ available: false, reason, latest_from: null }));
  show();
  await unfold();
  expect(plain(screen.getByRole('region', { name: 'Приостановить' }))).toContain('сейчас нельзя');
  expect(screen.getByText(`${reason}.`)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Выбрать дни' })).toHaveAttribute('aria-disabled', 'true');
});

it('shows the days and the price of a planned suspension, and cancels it', async () => {
  const planned = current({ state: 'planned', from: '2026-12-01', until: '2026-12-15' });
  answers(suspension.get, PARAMS, known({ available: false, reason: 'Уже назначено', current: planned }));
  show();
  const card = await screen.findByRole('region', { name: 'Пауза назначена' });
  expect(plain(card)).toContain('Пауза с 1 декабря по 14 декабря Вернём 15 декабря. Пауза бесплатная.');
  answers(suspension.cancel, {}, { cancelled: true });
  answers(suspension.get, PARAMS, known());
  await userEvent.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(await screen.findByText('Пауза отменена')).toBeVisible();
  await unfold();
  expect(screen.getByRole('button', { name: 'Выбрать дни' })).toBeVisible();
});

it('while paused: shows the price of days, whether the network has applied it, and the exact price of an early return', async () => {
  const paid = { paid_days: 4, free_days: 3, paid: [{ from: '2026-11-23', until: '2026-11-27' }], days_cost: '20.00' };
  answers(suspension.get, PARAMS, known({ current: current({ ...paid, is_applied: false }) }));
  answers(suspension.returnPreview, {}, back);
  showPaused();
  expect(await screen.findByText('применяется…')).toBeVisible();
  expect(plain(screen.getByRole('region'))).toContain('Платных 4 дня по 5 ₽, с 23 ноября по 26 ноября: 20 ₽');
  await userEvent.click(screen.getByRole('button', { name: 'Возобновить' }));
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByText('Останется на счёте');
  expect(plain(screen.getByRole('dialog'))).toContain('Сегодня спишем201,67 ₽Цена550 ₽ в месяц');
  answers(suspension.return, {}, back);
  await userEvent.click(dialog.getByRole('button', { name: /^Возобновить за.201,67/ }));
  expect(await screen.findByText('«Интернет» снова работает')).toBeVisible();
  expect(bodyOf('/suspension/return')).toEqual({ user_id: 1, version: '7' });
});

it('says why a return is not possible, and does not offer it', async () => {
  const return_reason = 'Вернуться раньше срока нельзя. Услуга заработает 27 ноября';
  answers(suspension.get, PARAMS, known({ current: current({ return_reason }) }));
  showPaused();
  expect(await screen.findByText(`${return_reason}.`)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Возобновить' })).toBeNull();
});

it('refers to support for a pause that the client did not order', async () => {
  answers(suspension.get, PARAMS, known());
  showPaused();
  expect(await screen.findByRole('link', { name: /поддержки|\+7/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Возобновить' })).toBeNull();
});

it('beside another billing asks the operator, and promises no price', async () => {
  answers(suspension.get, PARAMS, known({ charged_elsewhere: true }));
  const handed = told({ handed_over: true, charge_now: '0.00', charge_next: null, price: { was: null, will: null } });
  at('POST', '/api/v2/suspension/preview', () => json(handed));
  answers(suspension.start, {}, handed);
  const actor = userEvent.setup();
  const { container } = renderAt('/internet/1', <SuspensionSection user={user()} />, '/internet/:user_id');
  await screen.findByText('через оператора');
  expect(container.textContent).not.toMatch(/₽|бесплатн/);
  await actor.click(screen.getByRole('button', { name: 'Выбрать дни', hidden: true }));
  const dialog = await screen.findByRole('dialog');
  const button = await within(dialog).findByRole('button', { name: 'Передать оператору' });
  expect(dialog.textContent).not.toMatch(/₽|бесплатн/i);
  answers(suspension.get, PARAMS, known({ charged_elsewhere: true, available: false, reason: 'Передали оператору' }));
  await actor.click(button);
  expect(await screen.findByText('Передали оператору.')).toBeVisible();
});

it('beside another billing a planned pause is cancelled by the operator', async () => {
  const planned = current({ state: 'planned', from: '2026-12-01', until: '2026-12-08' });
  answers(suspension.get, PARAMS, known({ charged_elsewhere: true, current: planned }));
  answers(suspension.cancel, {}, { cancelled: false, handed_over: true });
  const actor = userEvent.setup();
  const { container } = renderAt('/internet/1', <SuspensionSection user={user()} />, '/internet/:user_id');
  const button = await screen.findByRole('button', { name: 'Отменить' });
  expect(container.textContent).not.toMatch(/бесплатн/);
  const waiting = { ...planned, return_reason: 'Передали оператору в 14:20' };
  answers(suspension.get, PARAMS, known({ charged_elsewhere: true, current: waiting }));
  await actor.click(button);
  expect(await screen.findByText(/Передали оператору в 14:20\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull();
});
