import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { isStarter, tvProgramInit, type Program } from '#web/shared/change/program-data.ts';
import { homeWorld, NOW, serveHome, user } from '../../../test/home-world.ts';
import { program, programTold, starter } from '../../../test/program-world.ts';
import { tvCatalogue } from '../../../test/tv-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, requests } from '../../../test/stub.ts';
import { CreateTvPage } from './create-tv-page.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  serveHome(homeWorld());
  answers(contract.internetContract.programInfo, {}, { programm_id: 1010, text: '<p>До пяти устройств</p>' });
  answers(contract.internetContract.programPreview, {}, programTold());
  answers(contract.tvPlan.channels, {}, tvCatalogue());
});
afterEach(() => void vi.useRealTimers());

const box = (own: Partial<Program> = {}) =>
  starter({ programm_id: 1252, name: 'ТВ с приставкой', title: 'ТВ с приставкой', ...own });
const serve = (...programs: Program[]) => answers(contract.internetContract.allowedDrawPrograms, {}, programs);
const show = (search = '') => renderAt(`/tv/create${search}`, <CreateTvPage />, '/tv/create');
const locked = (text: string): Partial<Program> => ({ control: { status: 'locked', text, possible_from: null } });

it('lists only starter programs that are not on in tv-program-init', () => {
  const on = box({ control: { status: 'on', text: '', possible_from: null } });
  const list = [on, starter(), program()];
  expect(tvProgramInit(list).map(({ programm_id }) => programm_id)).toEqual([1010]);
  expect(list.filter(isStarter)).toHaveLength(2);
});

it('shows the price and terms of the chosen program, orders TV, and opens its page', async () => {
  serve(box(), starter(), program());
  show();
  expect(await screen.findByRole('radio', { name: /ТВ с приставкой/ })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: /ТВ без приставки/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Подключить «ТВ\sбез\sприставки»$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Подключить «ТВ без приставки»?' }));
  await dialog.findByText('Останется на счёте');
  expect(await dialog.findByText('До пяти устройств')).toBeInTheDocument();
  answers(contract.internetContract.changeProgram, {}, programTold({ user_id: 77 }));
  await userEvent.click(dialog.getByRole('button', { name: /^Подключить за/ }));
  await screen.findByText('Подключаем «ТВ без приставки»');
  // The dialog takes its entry out of the history first.
  await waitFor(() => expect(window.location.pathname).toBe('/lk/tv/77'));
  expect(requests().find(({ path }) => path.endsWith('/change-program'))?.body).toEqual({
    programm_id: 1010,
    status: 'on',
    version: '7',
  });
});

it('after a lost reply asks about the same program, though it was ordered and the list has only the other', async () => {
  serve(box(), starter());
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Подключить «ТВ\sс\sприставкой»$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Подключить «ТВ с приставкой»?' }));
  at('POST', '/api/v2/internet-contract/change-program', () => Promise.reject(new TypeError('no network')));
  const button = await dialog.findByRole('button', { name: /^Подключить за/ });
  serve(box({ control: { status: 'on', text: '', possible_from: null } }), starter());
  await userEvent.click(button);
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Не знаем, выполнено ли.*дважды ничего не.выполнится\.$/);
  await waitFor(() => expect(screen.queryByRole('radio', { name: /ТВ с приставкой/, hidden: true })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Подключить «ТВ с приставкой»?' })).toBeVisible();
  answers(contract.internetContract.changeProgram, {}, programTold({ user_id: 77 }));
  await userEvent.click(dialog.getByRole('button', { name: /^Подключить за/ }));
  await waitFor(() => expect(window.location.pathname).toBe('/lk/tv/77'));
  const sent = requests().filter(({ path }) => path.endsWith('/change-program'));
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

it('restores the choice after a payment', async () => {
  serve(box(), starter());
  show('?program=1010');
  expect(await screen.findByRole('dialog', { name: 'Подключить «ТВ без приставки»?' })).toBeVisible();
});

it('shows existing TV, and why another program is not possible', async () => {
  serveHome(homeWorld({ users: [user(), user({ user_id: 2, user_type: 'tv', name: 'ТВ' })] }));
  serve(
    box({ control: { status: 'on', text: '', possible_from: null } }),
    starter(locked('Не сочетается с «ТВ с приставкой»')),
  );
  show();
  expect(await screen.findByText(/Не сочетается с «ТВ с приставкой»/)).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Подключить/ })).toBeNull();
  expect(await screen.findByRole('region', { name: 'Уже подключено' })).toBeVisible();
});

it('says that nothing is left to order, and who helps', async () => {
  serve(program());
  show();
  expect(await screen.findByText('Подключать больше нечего')).toBeVisible();
});
