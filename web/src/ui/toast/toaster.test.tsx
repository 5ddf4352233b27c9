import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { sayError, saySuccess, toast, type ToastOptions } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('shows a success for five seconds at the top right and announces it politely', async () => {
  render(<Toaster />);
  act(() => void saySuccess('Деньги пришли', 'На счёте 5 ₽'));
  expect(screen.getByRole('status')).toHaveTextContent('Деньги пришлиНа счёте 5 ₽');
  expect(screen.getByLabelText('Уведомления')).toHaveClass('top-right');
  await pass(4900);
  expect(screen.getByRole('status')).toBeVisible();
  await pass(200);
  expect(screen.queryByRole('status')).toBeNull();
});

it('stops the timer while the pointer is on it', async () => {
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(<Toaster />);
  act(() => void saySuccess('Готово'));
  await person.hover(screen.getByRole('status'));
  await pass(20_000);
  expect(screen.getByRole('status')).toBeVisible();
  await person.unhover(screen.getByRole('status'));
  await pass(5100);
  expect(screen.queryByRole('status')).toBeNull();
});

it('counts a repeat instead of showing it twice', () => {
  render(<Toaster />);
  act(() => {
    for (let time = 0; time < 3; time += 1) saySuccess('Готово');
  });
  expect(screen.getAllByRole('status')).toHaveLength(1);
  expect(screen.getByText(/Повторилось/)).toHaveTextContent('Повторилось 3 раза');
});

it('shows a Russian message under its caption, and replaces another one by «Ошибка» and the fallback', () => {
  render(<Toaster />);
  act(() => void sayError(new Error('Нет связи'), 'Не вышло', 'Не сохранили'));
  expect(screen.getByRole('alert')).toHaveTextContent('Не сохранилиНет связи');
  act(() => void sayError(new Error('Internal Server Error'), 'Не вышло', 'Не отправили'));
  expect(screen.getAllByRole('alert')[1]).toHaveTextContent('ОшибкаНе вышло');
  expect(document.body).not.toHaveTextContent('Internal');
});

it('does not say that a change was not carried out when its answer was lost', () => {
  render(<Toaster />);
  const lost = Object.assign(new Error('Нет связи. Повторите'), { name: 'NetworkError' });
  act(() => void sayError(lost, 'Не вышло', 'Тариф не сменили'));
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Не знаем, выполнено лиНет связи. Повторите: дважды ничего не выполнится',
  );
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
  act(() => void sayError(lost, 'Не вышло', 'Тариф не сменили'));
  expect(screen.getAllByRole('alert')[1]).toHaveTextContent('Тариф не сменилиНет связи. Повторите');
});

it('closes on a press', async () => {
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(<Toaster />);
  act(() => void saySuccess('Готово'));
  await person.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(screen.queryByRole('status')).toBeNull();
});

it.each([
  ['position', { position: 'middle' }],
  ['timeout', { timeout: -1 }],
  ['timeout', { timeout: Number.NaN }],
  ['badgePosition', { badgePosition: 'centre' }],
])('rejects and logs an invalid %s', (field, wrong) => {
  const logged = vi.mocked(console.error).mockImplementation(() => undefined);
  render(<Toaster />);
  let shown = true;
  act(() => {
    shown = toast({ tone: 'ok', title: 'Готово', ...wrong } as unknown as ToastOptions);
  });
  expect(shown).toBe(false);
  expect(screen.queryByRole('status')).toBeNull();
  expect(logged).toHaveBeenCalledWith(expect.stringContaining(field), Object.values(wrong)[0]);
  logged.mockClear();
});

it('takes over a page that the server rendered, though there is a toast already', async () => {
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(<Toaster />);
  saySuccess('Деньги пришли');
  const onRecoverableError = vi.fn();
  await act(() => hydrateRoot(root, <Toaster />, { onRecoverableError }));
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(screen.getByRole('status')).toHaveTextContent('Деньги пришли');
  root.remove();
});
