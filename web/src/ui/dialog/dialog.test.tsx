import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

const show = () => {
  const onClose = vi.fn();
  render(
    <Dialog open onClose={onClose} title="Сменить имя?">
      <input aria-label="Имя" />
    </Dialog>,
  );
  return { onClose, dialog: screen.getByRole('dialog', { name: 'Сменить имя?' }) };
};
/** The history has heard of the dialog. */
const entered = () => waitFor(() => expect(window.history.state).toMatchObject({ dialog: 1 }));
const pressEsc = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));

it('closes on Esc, on the backdrop and on the close button', async () => {
  const { onClose, dialog } = show();
  await entered();
  pressEsc(dialog);
  await userEvent.click(dialog);
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(onClose).toHaveBeenCalledTimes(3);
});

it('does not close on a press inside', async () => {
  const { onClose } = show();
  await userEvent.click(screen.getByLabelText('Имя'));
  expect(onClose).not.toHaveBeenCalled();
});

it('begins with its question, not with the close button', () => {
  show();
  expect(screen.getByRole('heading', { name: 'Сменить имя?' })).toHaveFocus();
});
