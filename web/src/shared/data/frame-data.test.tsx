import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { homeWorld, serveHome } from '../../../test/home-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { useClient } from './frame-data.ts';

function Names() {
  const { data } = useClient();
  return data ? <p>{[data.client_name, data.client_name_io, data.client_name_short].join('|')}</p> : null;
}

it('names the client by client_name_io, and blanks the variants', async () => {
  const world = homeWorld();
  serveHome(world);
  renderAt('/', <Names />);
  expect(await screen.findByText(/\|/)).toHaveTextContent(/^[^|]+\|\|$/);
  expect(screen.getByText(/\|/)).not.toHaveTextContent('Кузнецова');
});
