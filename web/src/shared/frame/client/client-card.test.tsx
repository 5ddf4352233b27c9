import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { noteReach } from '#web/api/reach.ts';
import { beginSession, onSessionOver } from '#web/api/session.ts';
import { keepConnected } from '#web/shared/stream/connection.ts';
import { homeWorld, serveHome } from '../../../../test/home-world.ts';
import { program, starter } from '../../../../test/program-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../../test/stub.ts';
import { toasts } from '#web/ui/toast/toast-store.ts';
import { ClientCard, SignOut } from './client-card.tsx';

const OWN = {
  contract_id: 100_001,
  printed_no: null,
  share_id: null,
  role: null,
  until_day: null,
  name: 'Кузнецова Мария Сергеевна',
  address: 'Тольятти, ул. Юбилейная, 31',
  is_current: true,
  is_in_debt: false,
};
const FATHERS = {
  ...OWN,
  contract_id: 100_002,
  printed_no: null,
  share_id: 'a',
  role: 'payer' as const,
  name: 'Самойлов О.',
  is_current: false,
  is_in_debt: true,
};

it('shows each contract of the sign-in with its role and debt, and opens another one', async () => {
  serveHome(homeWorld());
  answers(contract.internetContract.allowedDrawPrograms, {}, []);
  answers(contract.family.contracts, {}, [OWN, FATHERS]);
  refuses(contract.family.open, {}, 'not_found');
  renderAt('/', <ClientCard />);
  const fathers = await screen.findByText('Договор 100002, доступ плательщика');
  expect(fathers.closest('div')).toHaveTextContent('Долг');
  await userEvent.click(
    screen.getByRole('button', { name: 'Открыть: Договор 100002, доступ плательщика, Самойлов О.' }),
  );
  await waitFor(() => expect(toasts.get()).toMatchObject([{ tone: 'bad' }]));
  expect(requests().find(({ path }) => path.endsWith('/family/open'))?.body).toEqual({ share_id: 'a' });
});

it('without another contract offers to add one', async () => {
  serveHome(homeWorld());
  answers(contract.internetContract.allowedDrawPrograms, {}, []);
  answers(contract.family.contracts, {}, [OWN]);
  renderAt('/', <ClientCard />);
  expect(await screen.findByRole('link', { name: 'Добавить договор' })).toHaveAttribute('href', '/lk/settings/family');
});

it('shows how many programs of the contract are on', async () => {
  serveHome(homeWorld());
  const control = (status: 'on' | 'off' | 'off_pending') => ({ status, text: '', possible_from: null });
  answers(contract.internetContract.allowedDrawPrograms, {}, [
    starter({ control: control('on') }),
    program({ programm_id: 1401, control: control('off_pending') }),
    program({ programm_id: 1402, control: control('off') }),
  ]);
  answers(contract.family.contracts, {}, [OWN]);
  renderAt('/', <ClientCard />);
  expect(await screen.findByText('Дополнительные услуги')).toBeVisible();
  expect(screen.getByText('Дополнительные услуги').nextElementSibling).toHaveTextContent('2');
});

it('does not offer to sign out while the server cannot hear of it, and says so', () => {
  renderAt('/', <SignOut />);
  expect(screen.getByRole('link', { name: 'Выйти' })).toBeVisible();
  act(() => noteReach(false));
  expect(screen.queryByRole('link', { name: 'Выйти' })).toBeNull();
  const button = screen.getByRole('button', { name: 'Выйти' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription(/сервер не узнает, что вы вышли/);
  act(() => noteReach(true));
  expect(screen.getByRole('link', { name: 'Выйти' })).toBeVisible();
});

/** The stream says that the session is over, as it does right after the sign-out. */
async function hearTheEnd(): Promise<void> {
  const fetched = vi.spyOn(window, 'fetch').mockImplementationOnce(() => {
    document.cookie = 'ilkat=; path=/; max-age=0';
    return Promise.resolve(new Response('event: end\ndata: {"why":"over"}\n\n'));
  });
  const stop = new AbortController();
  const heard = { lastId: undefined, since: 0 };
  const connected = keepConnected({ heard, wantsLoad: false, on: vi.fn(), onLife: vi.fn(), signal: stop.signal });
  await vi.advanceTimersByTimeAsync(5000);
  stop.abort();
  await connected;
  fetched.mockRestore();
}

/** No browser that would go there. */
const stay = (event: Event): void => event.preventDefault();

afterEach(() => {
  document.removeEventListener('click', stay);
  document.cookie = 'ilkat=; path=/; max-age=0';
  beginSession();
});

it.each([
  ['asks nothing and goes nowhere else while it signs out', {}, 0],
  ['goes to the sign-in page when it has signed out in another tab', { ctrlKey: true }, 1],
])('the page %s', async (_, keys, times) => {
  vi.useFakeTimers();
  document.cookie = 'ilkat=spent; path=/';
  at('POST', '/lk/auth', () => json({ message: 'Войдите', code: 'session_ended' }, 401));
  document.addEventListener('click', stay);
  const over = vi.fn();
  const stop = onSessionOver(over);
  renderAt('/', <SignOut />);
  fireEvent.click(screen.getByRole('link', { name: 'Выйти' }), keys);
  await hearTheEnd();
  expect(over).toHaveBeenCalledTimes(times);
  expect(requests().filter(({ path }) => path === '/lk/auth')).toHaveLength(times);
  stop();
});
