import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { homeWorld, NOW, serveHome, user, wayOut } from '../../../test/home-world.ts';
import { planOptions, preview, told, toldLater } from '../../../test/plan-world.ts';
import { program, starter } from '../../../test/program-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../test/stub.ts';
import { tvCatalogue, tvDevices } from '../../../test/tv-world.ts';
// Loaded before the first test: a busy machine takes long to load a part.
import '#web/shared/suspension/suspension-now.tsx';
import { channelsOf, differenceOf } from './channels.ts';
import { TvPage } from './tv-page.tsx';

// The devices have tests of their own (`devices/devices.test.tsx`).
vi.mock('./devices/devices.tsx', () => ({ Devices: () => null }));

const PARAMS = { params: { id: '2' } };
const tv = user({
  user_id: 2,
  user_type: 'tv',
  name: 'ТВ',
  plan: { plan_id: 1, name: 'Домашний', summary: '3 канала', price: '240.00', unit: 'month' },
});
const offered = planOptions();
const [, present, bigger] = offered.plans;
const big = { ...bigger!, plan_id: 2, name: 'Большой', summary: '4 канала', speed_mbit: null };
const home = { ...present!, name: 'Домашний', summary: '3 канала', speed_mbit: null };

/** The provider suspends nothing. */
const NO_SUSPENSION = {
  terms: null,
  version: '7',
  available: false,
  reason: null,
  available_from: null,
  latest_from: null,
  free_left: 0,
  current: null,
};

const PAUSE = {
  state: 'active' as const,
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
  is_applied: true,
  return_reason: null,
};

const cinema = (status: 'on' | 'off') =>
  program({
    programm_id: 1301,
    name: 'Кино',
    title: 'Кино',
    price_text: '199 ₽ в месяц',
    control: { status, text: '', possible_from: null },
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  serveHome(homeWorld({ users: [user(), tv] }));
  answers(contract.plan.options, PARAMS, planOptions({ plan: home, plans: [home, big] }));
  answers(contract.user.allowedDrawPrograms, PARAMS, [cinema('off')]);
  answers(contract.internetContract.allowedDrawPrograms, {}, []);
  answers(contract.tvPlan.channels, {}, tvCatalogue());
  answers(contract.tvUser.devices, PARAMS, tvDevices());
  answers(contract.suspension.get, PARAMS, NO_SUSPENSION);
});
afterEach(() => void vi.useRealTimers());

const show = () => renderAt('/tv/2', <TvPage />, '/tv/:user_id');
const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');
const sentTo = (path: string) => requests().find((sent) => sent.path.endsWith(path))?.body;

it('counts what comes and goes with another plan; packages that are on stay', () => {
  const given = { planId: 1, programs: [1301] };
  const { gained, lost, kept } = differenceOf(tvCatalogue(), given, 2);
  expect([gained, lost].map((some) => some.map(({ name }) => name))).toEqual([['Планета'], ['Магазин']]);
  expect(kept).toBe(4);
  expect(channelsOf(tvCatalogue(), given).map(({ number }) => number)).toEqual([1, 2, 3, 5, 6]);
});

it('compares channels, shows them again with the sums, and changes the plan by the call of TV', async () => {
  at('POST', '/api/v2/plan/preview', ({ body }) =>
    json((body as { when: string }).when === 'now' ? told() : toldLater()),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Сравнить тарифы' }));
  const compared = await screen.findByRole('region', { name: /Каналы, если перейти на/ });
  await within(compared).findByText(/Добавится/);
  expect(plain(compared)).toMatch(/Добавится 2 канала.*Планета.*Уйдёт 1 канал.*Магазин.*Останется 2 канала/s);
  await userEvent.click(screen.getByRole('button', { name: 'Выбрать: «Большой»' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Останется на счёте');
  expect(await dialog.findByText(/Добавится/)).toBeVisible();
  answers(contract.tvPlan.change, {}, told());
  await userEvent.click(dialog.getByRole('button', { name: /^Перейти за/ }));
  await screen.findByText('Теперь «Большой»');
  expect(sentTo('/tv-plan/change')).toEqual({ user_id: 2, plan_id: 2, when: 'now', version: '7' });
});

it('switches an option by the call of TV', async () => {
  answers(contract.plan.optionPreview, {}, preview());
  show();
  await userEvent.click(await screen.findByRole('switch', { name: 'Второй роутер' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Останется на счёте');
  answers(contract.tvPlan.changeOption, {}, preview());
  await userEvent.click(dialog.getByRole('button', { name: 'Включить' }));
  await waitFor(() =>
    expect(sentTo('/tv-plan/change-option')).toEqual({ user_id: 2, option_id: 11, status: 'on', version: '7' }),
  );
});

it('finds channels by name and number, and says what gives one that the client has not', async () => {
  show();
  await screen.findByRole('searchbox', { name: 'Найти канал' });
  const channels = within(screen.getByRole('region', { name: 'Каналы' }));
  const search = channels.getByRole('searchbox', { name: 'Найти канал' });
  await userEvent.type(search, 'росс');
  expect(channels.getByText('Россия 1')).toBeVisible();
  expect(channels.queryByText('Первый канал')).toBeNull();
  await userEvent.clear(search);
  await userEvent.type(search, '1');
  expect(channels.getByText('Первый канал')).toBeVisible();
  await userEvent.clear(search);
  await userEvent.type(search, 'премьера');
  expect(channels.getByText('Премьера').closest('li')).toHaveTextContent(/в пакете «Кино», 199 ₽ в месяц/);
  await userEvent.clear(search);
  await userEvent.type(search, 'планета');
  expect(channels.getByText('Планета').closest('li')).toHaveTextContent(/в тарифе «Большой», 690 ₽ в месяц/);
  await userEvent.clear(search);
  await userEvent.type(search, 'абв');
  expect(channels.getByText(/Проверьте название/)).toBeVisible();
});

it('filters by HD and archive, and counts the channels of packages that are on', async () => {
  answers(contract.user.allowedDrawPrograms, PARAMS, [cinema('on')]);
  show();
  await screen.findByRole('searchbox', { name: 'Найти канал' });
  const channels = within(screen.getByRole('region', { name: 'Каналы' }));
  expect(await channels.findByText('5 каналов')).toBeVisible();
  await userEvent.click(channels.getByRole('button', { name: /^HD/ }));
  expect(channels.queryByText('Магазин')).toBeNull();
  await userEvent.click(channels.getByRole('button', { name: /^С.архивом/ }));
  expect(channels.getByText('Первый канал')).toBeVisible();
  expect(channels.queryByText('Россия 1')).toBeNull();
});

it('keeps plan and packages when the channels fail to load', async () => {
  refuses(contract.tvPlan.channels, {}, 'unexpected');
  show();
  expect(await screen.findByText(/Список каналов не загрузился/)).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Тариф «Домашний»' })).toBeVisible();
  expect(await screen.findByRole('switch', { name: 'Кино' })).toBeInTheDocument();
});

it('where TV is given up, says what that means instead of selling it', async () => {
  const on = { status: 'on', text: '', possible_from: null } as const;
  answers(contract.internetContract.allowedDrawPrograms, {}, [starter({ control: on })]);
  show();
  expect(await screen.findByText(/Каналы пропадут сразу/)).toBeVisible();
  const card = screen.getByRole('region', { name: 'Отказаться от ТВ' });
  expect(within(card).queryByText(/каналов в приложении/)).toBeNull();
  expect(within(card).queryByRole('button', { name: /Подробнее/ })).toBeNull();
});

it('says under the heading whether the box is on, while TV works', async () => {
  show();
  expect(await screen.findByText(/^Приставка на\sсвязи/)).toBeVisible();
});

it.each([
  ['a pause that the client can end', { state: 'paused', reason: null } as const, 'Возобновить'],
  ['a debt that he can pay', { state: 'blocked', reason: 'debt' } as const, /^Заплатить 629/],
])('shows %s first', async (_, own, way) => {
  serveHome(homeWorld({ users: [{ ...tv, ...own, state_text: 'Не работает с 20 ноября' }], waysOut: [wayOut()] }));
  answers(contract.suspension.get, PARAMS, { ...NO_SUSPENSION, current: PAUSE });
  show();
  expect(await screen.findByRole(own.reason ? 'link' : 'button', { name: way })).toBeVisible();
  expect(screen.queryByText(/^Приставка на\sсвязи/)).toBeNull();
});
