import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { loadProvider } from '#web/lib/page/provider.ts';
import { homeWorld, serveHome, user } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
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

describe('a client without a mailbox', () => {
  const told = async (provider: object): Promise<void> => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<script type="application/json" id="provider">${JSON.stringify(provider)}</script>`,
    );
    await loadProvider();
    document.getElementById('provider')?.remove();
  };
  afterEach(() => told({ has_mail: false }));

  it('finds where to create one, if the operator has a mail server', async () => {
    serveHome(homeWorld());
    await told({ has_mail: true });
    renderAt('/', <Menu kind="side" />);
    expect(await screen.findByRole('link', { name: 'Завести почту' })).toHaveAttribute('href', '/lk/mail/create');
  });

  it('is offered none where there is no mail', async () => {
    serveHome(homeWorld());
    renderAt('/', <Menu kind="side" />);
    expect(await screen.findByRole('link', { name: 'Интернет' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Завести почту' })).toBeNull();
  });

  it('is offered no second way once he has one', async () => {
    serveHome(homeWorld({ users: [user({ user_type: 'mail', name: 'maria@volga.example' })] }));
    await told({ has_mail: true });
    renderAt('/', <Menu kind="side" />);
    expect(await screen.findByRole('link', { name: 'Почта' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Завести почту' })).toBeNull();
  });
});
