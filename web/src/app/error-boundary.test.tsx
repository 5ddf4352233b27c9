import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noteReach } from '#web/api/reach.ts';
import { ErrorBoundary } from './error-boundary.tsx';

function Breaks(): never {
  throw new Error('broken');
}

test('says what to do when a page fails, and reopens it by itself when only the server was down', () => {
  const quiet = vi.spyOn(console, 'error').mockReturnValue();
  render(
    <ErrorBoundary resetOn="/">
      <Breaks />
    </ErrorBoundary>,
  );
  expect(screen.getByText(/Остальной кабинет работает/)).toBeVisible();
  act(() => {
    noteReach(false);
  });
  expect(screen.getByText(/Откроем сами, когда связь появится/)).toBeVisible();
  expect(screen.queryByText(/Остальной кабинет работает/)).toBeNull();
  quiet.mockRestore();
});
