import { fireEvent, render, screen } from '@testing-library/react';
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
const pressEsc = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));

it('closes on Esc, on the backdrop and on the close button', async () => {
  const { onClose, dialog } = show();
  pressEsc(dialog);
  await userEvent.click(dialog);
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(onClose).toHaveBeenCalledTimes(3);
});

it('closes only on the close button after input', async () => {
  const { onClose, dialog } = show();
  await userEvent.type(screen.getByLabelText('Имя'), 'Аня');
  pressEsc(dialog);
  await userEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(onClose).toHaveBeenCalledOnce();
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
