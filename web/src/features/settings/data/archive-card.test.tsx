import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { contract, type Wire } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses, requests } from '../../../../test/stub.ts';
import { ArchiveCard } from './archive-card.tsx';

type ArchiveReply = Wire<typeof contract.archive.get>;

const NONE: ArchiveReply = { archive: null, next_on: null, kept_days: 7 };
const READY: ArchiveReply = {
  archive: {
    archive_id: '00000000-0000-4000-8000-000000000001',
    state: 'ready',
    ordered_at: '2026-11-20T10:05:00.000Z',
    bytes: 3_400_000,
    kept_until: '2026-11-27T10:07:00.000Z',
  },
  next_on: '2026-11-21',
  kept_days: 7,
};

const ordered = () => requests().filter(({ method, path }) => method === 'POST' && path === '/api/v2/archive');
const open = (known: ArchiveReply) => {
  answers(contract.archive.get, {}, known);
  renderAt('/settings/data', <ArchiveCard />, '/settings/data');
};

it('is ordered only after saying what is in it and what is written down', async () => {
  open(NONE);
  answers(contract.archive.order, {}, READY);
  await userEvent.click(await screen.findByRole('button', { name: 'Заказать архив' }));
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('запишем это в журнал просмотров');
  expect(dialog).toHaveTextContent('7 дней');
  expect(ordered()).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Заказать' }));
  await waitFor(() => expect(ordered()).toHaveLength(1));
  expect(await screen.findByText('Собираем архив')).toBeVisible();
});

it('a ready one says how large it is and when it is erased, and a new one when it can be ordered', async () => {
  open(READY);
  expect(await screen.findByText(/Сотрём 27 ноября/)).toHaveTextContent(/3,2\sМБ|3,4\sМБ/);
  expect(screen.getByRole('button', { name: 'Скачать архив' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Заказать/ })).toBeNull();
  expect(screen.getByText(/Новый можно заказать 21 ноября/)).toBeVisible();
});

it('one that failed can be ordered anew; a failure to order is told', async () => {
  open({ ...NONE, archive: { ...READY.archive!, state: 'failed', bytes: null, kept_until: null } });
  refuses(contract.archive.order, {}, 'overloaded');
  expect(await screen.findByText(/собрать его не получилось/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Заказать новый' }));
  await userEvent.click(screen.getByRole('button', { name: 'Заказать' }));
  expect(await screen.findByText(/Сейчас много обращений/)).toBeVisible();
});
