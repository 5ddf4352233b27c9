import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { account } from '../../../test/home-world.ts';
import { preview } from '../../../test/plan-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../test/stub.ts';
import { CalendarDays } from './calendar-days.tsx';
import { awayText, type PlannedEntry } from './calendar.texts.ts';

const TODAY = '2026-11-20';
const INTERNET = { user_id: 7, user_type: 'isg', name: 'Интернет' } as const;
const UNTIL = '2026-11-30T20:00:00.000Z';

const entryOf = (own: Partial<PlannedEntry> & Pick<PlannedEntry, 'day' | 'kind' | 'title'>): PlannedEntry => ({
  last_day: null,
  p: 'i',
  text: '',
  amount: null,
  parts: [],
  balance_after: null,
  missing: null,
  services: [],
  by: null,
  undo: null,
  undo_reason: null,
  ...own,
});
const CHARGE = entryOf({
  day: '2026-12-01',
  kind: 'charge',
  title: 'Плата за услуги',
  amount: '-629.00',
  balance_after: '605.50',
  parts: [
    { text: 'Интернет «Волга 300»', amount: '550.00' },
    { text: 'Турбо-ночь', amount: '79.00' },
  ],
});
const PLAN = entryOf({
  day: '2026-12-01',
  kind: 'plan',
  title: 'Новый тариф «Волга 500»',
  text: '500 Мбит/с, 750 ₽ в месяц',
  services: [INTERNET],
  by: 'client',
  undo: { does: 'cancel_plan', until: UNTIL },
});
const OPTION = entryOf({
  day: '2026-12-01',
  kind: 'option',
  title: 'Отключится «Турбо-ночь»',
  services: [INTERNET],
  undo: { does: 'keep_option', name: 'Турбо-ночь', option_id: 11, until: UNTIL },
});

let entries: PlannedEntry[];
beforeEach(() => {
  entries = [];
  at('GET', '/api/v2/calendar', () => json({ from: TODAY, until: '2027-01-19', entries }));
});

function open(own: { isNamed?: boolean; isBlocked?: boolean; isElsewhere?: boolean } = {}) {
  renderAt('/payment/i', <CalendarDays today={TODAY} isNamed={false} isBlocked={false} isElsewhere={false} {...own} />);
  return { list: () => screen.findByRole('list', { name: 'Запланировано по дням' }), user: userEvent.setup() };
}
const words = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');

it('shows each day, how far it is, its sums and the balance after it', async () => {
  entries = [
    { ...CHARGE, day: '2026-11-21', parts: [] },
    entryOf({ ...CHARGE, day: '2026-11-22', last_day: '2026-11-30', title: 'Интернет «По дням», 9 дней', parts: [] }),
    { ...CHARGE, balance_after: '-23.50', missing: '23.50', text: 'Не хватит 24 ₽: услуги отключатся' },
  ];
  const days = within(await open().list()).getAllByRole('heading', { level: 3 });
  expect(days.map(words)).toEqual(['21 ноября', '22 ноября', '1 декабря']);
  const text = words(await open().list());
  for (const said of [
    'завтра',
    '−629 ₽',
    'Останется 605,50 ₽',
    'Каждый день по 30 ноября',
    'через 11 дней',
    'Не хватит 24 ₽: услуги отключатся',
  ])
    expect(text).toContain(said);
  expect(text.match(/услуги отключатся/g)).toHaveLength(1);
});

it('names the account when there are two', async () => {
  entries = [{ ...CHARGE, p: 't' }];
  expect(words(await open({ isNamed: true }).list())).toContain('На счёте «Телефон» останется 605,50 ₽');
});

it('cancels a change of plan at once, like its own page, and keeps the focus in the list', async () => {
  entries = [PLAN, CHARGE];
  answers(contract.plan.delayCancel, {}, { cancelled: true });
  const { list, user } = open();
  expect(words(await list())).toContain('Интернет · запланировали вы');
  expect(words(await list())).toContain('Можно до конца 30 ноября');
  const button = screen.getByRole('button', { name: 'Отменить переход: Новый тариф «Волга 500», Интернет' });
  entries = [CHARGE];
  await user.click(button);
  await screen.findByText('Смена тарифа отменена');
  expect(requests().find(({ method }) => method === 'POST')?.body).toEqual({ user_id: 7 });
  expect(screen.queryByText('Новый тариф «Волга 500»')).not.toBeInTheDocument();
  expect(await list()).toHaveFocus();
});

it('shows the error of a refused undo, and keeps the entry', async () => {
  entries = [PLAN];
  refuses(contract.plan.delayCancel, {}, 'change_not_allowed');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Отменить переход/ }));
  await screen.findByText('Не отменили');
  expect(screen.getByRole('heading', { name: /Волга.500/ })).toBeInTheDocument();
});

it('keeps an option after a question with its price', async () => {
  entries = [OPTION];
  const told = preview({ version: '3' });
  answers(contract.internetAccount.get, {}, account());
  answers(contract.plan.optionPreview, {}, told);
  answers(contract.plan.changeOption, {}, told);
  answers(
    contract.plan.options,
    { params: { id: '7' } },
    { version: '3', plan: null, planned: null, undo: null, asked: null, next_period: null, plans: [], options: [] },
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Оставить/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Оставить «Турбо-ночь»?' });
  await within(dialog).findByText('Сегодня спишем');
  await user.click(within(dialog).getByRole('button', { name: 'Оставить' }));
  await waitFor(() => expect(requests().at(-1)?.path).toBe('/api/v2/calendar'));
  expect(requests().find(({ path }) => path === '/api/v2/plan/change-option')?.body).toEqual({
    user_id: 7,
    option_id: 11,
    status: 'on',
    version: '3',
  });
});

it('cancels the start of a program of the contract after a question', async () => {
  const undo = { does: 'drop_program', name: 'Антивирус', programm_id: 1120, until: UNTIL } as const;
  entries = [entryOf({ day: '2026-12-01', kind: 'program', title: 'Включится «Антивирус»', undo })];
  const told = { ...preview({ version: '3' }), user_id: null };
  answers(contract.internetAccount.get, {}, account());
  answers(contract.internetContract.programPreview, {}, told);
  answers(contract.internetContract.changeProgram, {}, told);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Не включать: Включится «Антивирус»' }));
  const dialog = await screen.findByRole('dialog', { name: 'Не включать «Антивирус»?' });
  await within(dialog).findByText('Сегодня спишем');
  await user.click(within(dialog).getByRole('button', { name: 'Не включать' }));
  await waitFor(() => expect(requests().at(-1)?.path).toBe('/api/v2/calendar'));
  expect(requests().find(({ path }) => path.endsWith('/change-program'))?.body).toEqual({
    programm_id: 1120,
    status: 'off',
    version: '3',
  });
});

it('skips an autopayment of the account', async () => {
  entries = [
    entryOf({
      day: '2026-11-28',
      kind: 'autopayment',
      title: 'Автоплатёж',
      amount: '500.00',
      p: 't',
      undo: { does: 'skip_autopayment', until: '2026-11-28T06:00:00.000Z' },
    }),
  ];
  answers(contract.autopayment.skip, {}, {} as never);
  const { list, user } = open();
  expect(words(await list())).toContain('+500 ₽');
  expect(words(await list())).toContain('Можно до 28 ноября, 10:00');
  await user.click(screen.getByRole('button', { name: 'Пропустить: Автоплатёж' }));
  await screen.findByText('Автоплатёж пропустим');
  expect(requests().find(({ method }) => method === 'POST')?.body).toEqual({ p: 't', skip: true });
});

it('says why an entry cannot be cancelled, and offers no button', async () => {
  entries = [{ ...PLAN, by: 'operator', undo: null, undo_reason: 'Отменить поможет поддержка' }];
  expect(words(await open().list())).toContain('запланировал провайдер');
  expect(screen.getByText('Отменить поможет поддержка')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('names some of many similar services, and each can be cancelled', async () => {
  const services = Array.from({ length: 24 }, (_, index) => ({
    ...INTERNET,
    user_id: index + 1,
    name: `Касса ${index + 1}`,
  }));
  entries = [{ ...PLAN, services }];
  expect(words(await open().list())).toContain('Касса 1, Касса 2, Касса 3 и ещё 21');
  expect(screen.getAllByRole('button', { name: /^Отменить переход/, hidden: true })).toHaveLength(24);
});

it('shows further days on request', async () => {
  entries = Array.from({ length: 9 }, (_, index) => ({ ...CHARGE, day: `2026-12-0${index + 1}` }));
  const { list, user } = open();
  expect(within(await list()).getAllByRole('heading', { level: 3 })).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Показать ещё 4' }));
  expect(within(await list()).getAllByRole('heading', { level: 3 })).toHaveLength(9);
});

it.each([
  [false, false, /будут списания, смены тарифа/],
  [true, false, /Пока долг не оплачен/],
  [true, true, /будут смены тарифа/],
])('says that nothing is planned (in debt: %s, charged elsewhere: %s)', async (isBlocked, isElsewhere, text) => {
  open({ isBlocked, isElsewhere });
  await screen.findByText('Ничего не запланировано');
  expect(screen.getByText(text)).toBeInTheDocument();
});

it('offers a retry after a load error', async () => {
  refuses(contract.calendar.get, {}, 'unexpected');
  const { user, list } = open();
  const again = await screen.findByRole('button', { name: 'Повторить' });
  entries = [CHARGE];
  at('GET', '/api/v2/calendar', () => json({ from: TODAY, until: '2027-01-19', entries }));
  await user.click(again);
  expect(words(await list())).toContain('Плата за услуги');
});

it.each([
  ['2026-11-20', 'сегодня'],
  ['2026-11-21', 'завтра'],
  ['2026-11-22', 'послезавтра'],
  ['2026-11-25', 'через 5 дней'],
])('%s is %s', (day, said) => expect(awayText(day, TODAY).replaceAll('\u00a0', ' ')).toBe(said));
