import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { askConfirmation } from '#web/api/confirmation.ts';
import { renderAt } from '../../../test/render.tsx';
import { AbovePages } from './above-pages.tsx';

const file = vi.hoisted(() => ({ isMissing: true }));

// The file of the dialog, as if the network had lost it.
vi.mock('./confirm-dialog.tsx', () => ({
  get ConfirmDialog() {
    if (file.isMissing) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>Пароль от кабинета</p>;
  },
}));

const ask = async () => {
  const answer = vi.fn<(isConfirmed: boolean) => void>();
  renderAt('/', <AbovePages />);
  void askConfirmation().then(answer);
  const dialog = await screen.findByRole('dialog', { name: 'Подтвердите, что это вы' });
  expect(screen.getByRole('alert')).toHaveTextContent('Не удалось загрузить вопрос о пароле.');
  return { answer, dialog };
};

it('without the file of the dialog the request waits, and the file is asked for again', async () => {
  file.isMissing = true;
  const { answer } = await ask();
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(answer).not.toHaveBeenCalled();

  file.isMissing = false;
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Пароль от кабинета')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(answer).not.toHaveBeenCalled();
});

it('the client may leave it: only then the request is refused', async () => {
  file.isMissing = true;
  const { answer } = await ask();
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(answer).toHaveBeenCalledWith(false));
  expect(screen.queryByRole('dialog')).toBeNull();

  // The next request asks for the file anew.
  file.isMissing = false;
  void askConfirmation();
  expect(await screen.findByText('Пароль от кабинета')).toBeVisible();
});
