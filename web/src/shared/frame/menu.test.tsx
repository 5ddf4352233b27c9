import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { homeWorld, serveHome } from '../../../test/home-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Menu } from './menu.tsx';

it.each(['/payments-history/i', '/payments-history/t', '/payment/i', '/payment/t/100'])(
  '«Платежи» is the current entry on %s',
  async (path) => {
    serveHome(homeWorld());
    renderAt(path, <Menu kind="side" />);
    expect(await screen.findByRole('link', { current: 'page' })).toHaveTextContent('Платежи');
  },
);

it.each(['/payment/i', '/payment/t', '/payment/t/100'])('«Оплата» is the current place on %s', async (path) => {
  serveHome(homeWorld());
  renderAt(path, <BottomBar />);
  expect(await screen.findByRole('link', { current: 'page' })).toHaveTextContent('Оплата');
});

it('marks no place of the bottom bar as current on the history of payments', async () => {
  serveHome(homeWorld());
  renderAt('/payments-history/t', <BottomBar />);
  expect(await screen.findByText('Оплата')).toBeVisible();
  expect(screen.queryByRole('link', { current: 'page' })).toBeNull();
});
