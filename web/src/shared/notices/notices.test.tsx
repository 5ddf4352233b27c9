import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { clearStored } from '#web/lib/page/stored.ts';
import { renderOwn } from '../../../test/render.tsx';
import { answers, refuses, requests } from '../../../test/stub.ts';
import { NoticeList } from './notice-list.tsx';

const DAY = 24 * 3_600_000;
const work = {
  id: 7,
  kind: 'work',
  title: 'Работы на сети',
  body: '<p>Ночью</p>',
  created_at: '2026-11-20T10:00:00.000Z',
  services: null,
  until: null,
  topic: null,
} as const;

it('hides a read notice on this device for exactly thirty days', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answers(contract.notice.getMessages, {}, [work]);
  answers(contract.notice.readMessages, {}, [{ id: 7, read_at: work.created_at }]);
  const list = renderOwn('/', <NoticeList />);
  const read = await screen.findByRole('button', { name: 'Прочитано' });
  act(() => read.click());
  expect(screen.queryByText('Работы на сети')).toBeNull();
  list.unmount();

  await act(() => vi.advanceTimersByTimeAsync(30 * DAY - 60_000));
  const before = renderOwn('/', <NoticeList />);
  expect(await screen.findByText('Новых сообщений нет')).toBeVisible();
  before.unmount();

  await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
  renderOwn('/', <NoticeList />);
  expect(await screen.findByText('Работы на сети')).toBeVisible();
  clearStored();
});

it('marks several as read at once, here and by one request on the server, but no failure of the network', async () => {
  const told = [1, 2, 3, 4].map((id) => ({ ...work, id, title: `Работы ${id}` }));
  answers(contract.notice.getMessages, {}, [...told, { ...work, id: 9, kind: 'incident', title: 'Авария' }]);
  answers(contract.notice.readMessages, {}, [{ id: 1, read_at: work.created_at }]);
  renderOwn('/', <NoticeList />);
  await userEvent.click(await screen.findByRole('button', { name: 'Отметить все прочитанными' }));
  expect(screen.getAllByRole('article').map((one) => one.querySelector('h3')?.textContent)).toEqual(['Авария']);
  const sent = () => requests().flatMap(({ path, body }) => (path.includes('/read-message') ? [body] : []));
  await waitFor(() => expect(sent()).toEqual([{ ids: [1, 2, 3, 4] }]));
  clearStored();
});

it('what another window has read is read here, too', async () => {
  answers(contract.notice.getMessages, {}, [work]);
  renderOwn('/', <NoticeList />);
  await screen.findByText('Работы на сети');
  const until = Date.now() + DAY;
  localStorage.setItem('kabinet.notice-read.7', JSON.stringify({ value: true, until }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'kabinet.notice-read.7' })));
  expect(await screen.findByText('Новых сообщений нет')).toBeVisible();
  clearStored();
});

it('does not say that there are no messages when they fail to load', async () => {
  refuses(contract.notice.getMessages, {}, 'unexpected');
  renderOwn('/', <NoticeList />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось загрузить сообщения.');
  expect(screen.queryByText('Новых сообщений нет')).toBeNull();
});
