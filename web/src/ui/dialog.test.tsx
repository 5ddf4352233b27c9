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

it('closes by Esc, by the scrim and by the cross', async () => {
  const { onClose, dialog } = show();
  pressEsc(dialog);
  await userEvent.click(dialog);
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(onClose).toHaveBeenCalledTimes(3);
});

it('after something was typed only the cross closes it', async () => {
  const { onClose, dialog } = show();
  await userEvent.type(screen.getByLabelText('Имя'), 'Аня');
  pressEsc(dialog);
  await userEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('a press inside does not close it', async () => {
  const { onClose } = show();
  await userEvent.click(screen.getByLabelText('Имя'));
  expect(onClose).not.toHaveBeenCalled();
});
