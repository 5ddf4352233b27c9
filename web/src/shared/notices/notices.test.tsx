import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { clearStored } from '#web/lib/page/stored.ts';
import { renderOwn } from '../../../test/render.tsx';
import { answers, refuses } from '../../../test/stub.ts';
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
  answers(contract.notice.readMessage, {}, { id: 7, read_at: work.created_at });
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

it('does not say that there are no messages when they fail to load', async () => {
  refuses(contract.notice.getMessages, {}, 'unexpected');
  renderOwn('/', <NoticeList />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось загрузить сообщения.');
  expect(screen.queryByText('Новых сообщений нет')).toBeNull();
});
