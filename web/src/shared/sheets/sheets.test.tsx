import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { Link } from '#web/lib/page/router.tsx';
import { closeSheet, openSheet } from '#web/lib/page/sheet.ts';
import { homeWorld, serveHome } from '../../../test/home-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, refuses } from '../../../test/stub.ts';
import { Sheets } from './sheets.tsx';

afterEach(() => act(closeSheet));

const params = { id: '1' };
const ENTRY = {
  user_id: 1,
  login: 'kuznetsova84',
  is_by_line: false,
  password: { changed_at: null, control: { status: 'on', text: '', possible_from: null } },
  router: null,
  session: null,
} as const;

function show(): void {
  serveHome(homeWorld());
  renderAt(
    '/',
    <>
      <button type="button" onClick={() => openSheet({ name: 'entry' })}>
        Открыть
      </button>
      <Link to="/settings">Настройки</Link>
      <Sheets />
    </>,
  );
}

const sheet = () => screen.findByRole('dialog', { name: /^Логин и\s+вход$/ }, { timeout: 4000 });

it('answers at once what the login is, and begins at its heading', async () => {
  answers(contract.internetUser.entry, { params }, ENTRY as never);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Открыть' }));
  await sheet();
  expect(await screen.findByText('kuznetsova84')).toBeVisible();
  expect(screen.getByRole('heading', { name: /Логин и\s+вход/ })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Показать крупно' }));
  expect(screen.getByRole('button', { name: 'Показать обычно' })).toBeVisible();
});

it('closes when another page is opened, and says what failed', async () => {
  refuses(contract.internetUser.entry, { params }, 'unexpected');
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Открыть' }));
  await sheet();
  expect(await screen.findByText('Не удалось загрузить логин.')).toBeVisible();
  await userEvent.click(screen.getByText('Настройки'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
