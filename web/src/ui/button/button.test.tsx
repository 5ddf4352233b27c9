import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SubmitEvent } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

const submitted = vi.fn((event: SubmitEvent) => event.preventDefault());

const show = (button: Partial<Parameters<typeof Button>[0]>) =>
  render(
    <form onSubmit={submitted}>
      <input aria-label="Телефон" type="tel" />
      <Button type="submit" {...button}>
        Жду звонка
      </Button>
    </form>,
  );

it.each([
  ['that waits for a consent', { 'aria-disabled': true }],
  ['that is at work', { busy: true }],
] as const)('Enter in the only field does not press a button %s', async (_, button) => {
  submitted.mockClear();
  show(button);
  await userEvent.type(screen.getByLabelText('Телефон'), '9270000000{Enter}');
  await userEvent.click(screen.getByRole('button'));
  expect(submitted).not.toHaveBeenCalled();
});

it('Enter presses a button that is ready', async () => {
  submitted.mockClear();
  show({});
  await userEvent.type(screen.getByLabelText('Телефон'), '9270000000{Enter}');
  expect(submitted).toHaveBeenCalledOnce();
});
