import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beginSession } from '#web/api/session.ts';
import { homeWorld, serveHome } from '../../test/home-world.ts';
import { renderAt } from '../../test/render.tsx';
import { requests } from '../../test/stub.ts';
import { SingleAuthLayout } from './single-auth-layout.tsx';

const set = (name: string, value: string, life = 600): void => {
  document.cookie = `${name}=${value}; max-age=${life}; path=/`;
};
beforeEach(() => {
  for (const name of ['ilkat', 'kabinet-session']) set(name, '', 0);
  beginSession();
});

const show = () =>
  renderAt(
    '/support/new-client',
    <SingleAuthLayout>
      <p>Подключим дом</p>
    </SingleAuthLayout>,
  );

it('stays a guest’s page when the guest opens it again, and asks for nothing of a contract', async () => {
  set('ilkat', 'of-a-guest');
  show();
  expect(await screen.findByText('Подключим дом')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Войти' })).toBeVisible();
  expect(requests()).toEqual([]);
});

it('has the frame of whoever is signed in', async () => {
  serveHome(homeWorld());
  set('ilkat', 'of-a-session');
  set('kabinet-session', '0191d3c0');
  show();
  expect(await screen.findByText('Подключим дом')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Войти' })).toBeNull();
});
