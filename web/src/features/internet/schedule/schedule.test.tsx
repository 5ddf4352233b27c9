import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { BrowserRouter } from '#web/lib/page/router.tsx';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses, requests } from '../../../../test/stub.ts';
import { ScheduleSection } from './schedule.tsx';
import type { AccessSchedule } from './schedule-data.ts';
import { gridOf, rulesOf } from './schedule-grid.ts';

const calls = contract.internetSchedule;
const params = { id: 7 };
const NIGHT = [{ days: [5, 6], from: '18:00', to: '02:00' }];
const schedule = (own: Partial<AccessSchedule> = {}): AccessSchedule => ({
  user_id: 7,
  version: 3,
  is_on: true,
  rules: NIGHT,
  exceptions: [],
  paused_until: null,
  now: { open: false, by: 'week', next_change: '2026-11-20T14:00:00.000Z' },
  service: { state: 'active', reason: null },
  is_applied: true,
  has_password: true,
  locked_until: null,
  recover: [],
  history: [],
  ...own,
});

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:05:00Z'), toFake: ['Date'] });
  answers(
    calls.defs,
    {},
    {
      weeks: [{ key: 'all', title: 'Без ночей', text: '', rules: [{ days: [1], from: '06:00', to: '23:00' }] }],
      shortest_slot: 60,
      longest_pause: 720,
      pauses: [30],
      most_exceptions: 60,
      farthest_exception: 366,
      shortest_password: 6,
    },
  );
  answers(calls.get, { params }, schedule());
});

const show = () => renderAt('/internet/7', <ScheduleSection user_id={7} />);
const cell = (name: RegExp) => screen.findByRole('gridcell', { name });
const posted = (path: string) => requests().filter((one) => one.method === 'POST' && one.path.endsWith(path));

it('converts a week to cells and back to the same rules, with nights over midnight', () => {
  expect(rulesOf(gridOf(NIGHT))).toEqual(NIGHT);
  const whole = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }];
  expect(rulesOf(gridOf(whole))).toEqual(whole);
});

it('takes over the page that came without the schedule, though the device has kept it', async () => {
  const page = (cache: QueryClient) => (
    <QueryClientProvider client={cache}>
      <BrowserRouter>
        <ScheduleSection user_id={7} />
      </BrowserRouter>
    </QueryClientProvider>
  );
  window.history.replaceState(null, '', '/lk/internet/7');
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = renderToString(page(new QueryClient()));
  const kept = renderAt('/internet/7', <ScheduleSection user_id={7} />);
  await cell(/Суббота, 19:00/);
  kept.unmount();
  const onRecoverableError = vi.fn();
  const opened = await act(() => hydrateRoot(root, page(kept.cache), { onRecoverableError }));
  await cell(/Суббота, 19:00/);
  expect(onRecoverableError).not.toHaveBeenCalled();
  act(() => opened.unmount());
  root.remove();
});

it('shows the state of the schedule now and until when', async () => {
  show();
  expect(await screen.findByText(/Сейчас закрыто, откроется в\s18:00/)).toBeVisible();
});

it('says once that there is no schedule, even if the service is blocked for another reason', async () => {
  const service = { state: 'blocked', reason: 'debt' } as const;
  answers(calls.get, { params }, schedule({ is_on: false, rules: [], has_password: false, service }));
  show();
  await screen.findByText('Графика пока нет');
  await userEvent.click(screen.getByRole('heading', { name: 'График доступа' }));
  expect(screen.getByText('Графика пока нет')).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByText(/по.другой причине/)).toBeNull();
});

it('is one line while the service does not work for another reason, and says so inside', async () => {
  answers(calls.get, { params }, schedule({ service: { state: 'blocked', reason: 'login_locked' } }));
  show();
  expect(await screen.findByText(/по.другой причине/)).not.toBeVisible();
  await userEvent.click(screen.getByRole('heading', { name: 'График доступа' }));
  expect(screen.getByText(/по.другой причине/)).toBeVisible();
});

it('is edited by keyboard, asks for the password, and saves with the proof and the version', async () => {
  show();
  (await cell(/Понедельник, 07:00/)).focus();
  await userEvent.keyboard(' {Shift>}{ArrowRight}{/Shift}');
  expect(await cell(/Понедельник, 08:00–09:00, открыто/)).toHaveAttribute('aria-selected', 'true');
  answers(calls.checkPassword, { params }, { proof: 'proof', expires_at: '2026-11-20T10:15:00.000Z' });
  answers(calls.set, { params }, schedule({ version: 4 }));
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить график' }));
  await userEvent.type(await screen.findByLabelText('Пароль графика', { selector: 'input' }), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Продолжить' }));
  expect(await screen.findByText('График сохранён')).toBeVisible();
  expect(posted('internet-schedule/7')[0]?.body).toMatchObject({
    version: 3,
    proof: 'proof',
    rules: [{ days: [1], from: '07:00', to: '09:00' }, ...NIGHT],
  });
});

it('keeps unsaved changes when another tab saved first', async () => {
  answers(calls.get, { params }, schedule({ has_password: false }));
  refuses(calls.set, { params }, 'changed_meanwhile');
  show();
  fireEvent.pointerDown(await cell(/Вторник, 10:00/), { button: 0 });
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить график' }));
  expect(await screen.findByText('График изменили в другом окне.')).toBeVisible();
  expect(await cell(/Вторник, 10:00–11:00, открыто/)).toBeVisible();
});

it('shows the remaining time of a pause and extends it by half an hour', async () => {
  answers(calls.get, { params }, schedule({ has_password: false, paused_until: '2026-11-20T10:15:00.000Z' }));
  answers(calls.pause, { params }, schedule());
  show();
  expect(await screen.findByRole('timer')).toHaveTextContent('10:00');
  await userEvent.click(screen.getByRole('button', { name: 'Ещё 30 минут' }));
  expect(posted('pause/7')[0]?.body).toEqual({ minutes: 40 });
});

it('keeps unsaved changes with their version after leaving the page', async () => {
  answers(calls.get, { params }, schedule({ has_password: false }));
  const { unmount } = show();
  fireEvent.pointerDown(await cell(/Вторник, 10:00/), { button: 0 });
  expect(await screen.findByText('Изменения не сохранены.')).toBeVisible();
  unmount();
  answers(calls.get, { params }, schedule({ has_password: false, version: 4 }));
  show();
  expect(await cell(/Вторник, 10:00–11:00, открыто/)).toBeVisible();
  refuses(calls.set, { params }, 'changed_meanwhile');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить график' }));
  expect(await screen.findByText('График изменили в другом окне.')).toBeVisible();
  answers(calls.set, { params }, schedule({ version: 5 }));
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить график' }));
  expect(await screen.findByText('График сохранён')).toBeVisible();
  expect(posted('internet-schedule/7').map(({ body }) => (body as { version: number }).version)).toEqual([3, 4]);
});

it('does not restore discarded or saved changes', async () => {
  answers(calls.get, { params }, schedule({ has_password: false }));
  const { unmount } = show();
  fireEvent.pointerDown(await cell(/Вторник, 10:00/), { button: 0 });
  await userEvent.click(screen.getByRole('button', { name: 'Не менять' }));
  unmount();
  show();
  expect(await cell(/Вторник, 10:00–11:00, закрыто/)).toBeVisible();
  expect(screen.queryByText('Изменения не сохранены.')).toBeNull();
});

it('offers a pause only while the hours are closed', async () => {
  answers(calls.get, { params }, schedule({ has_password: false }));
  const { unmount } = show();
  expect(await screen.findByRole('button', { name: /На.30.минут/ })).toBeVisible();
  unmount();
  const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }];
  answers(calls.get, { params }, schedule({ has_password: false, rules: always }));
  show();
  expect(await screen.findByText(/Сейчас открыто/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /На.30.минут/ })).toBeNull();
});
