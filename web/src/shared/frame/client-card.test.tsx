import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '#api/contract.ts';
import { noteReach } from '#api/reach.ts';
import { homeWorld, serveHome } from '../../../test/home-world.ts';
import { program, starter } from '../../../test/program-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers } from '../../../test/stub.ts';
import { ClientCard, SignOut } from './client-card.tsx';

it('shows how many programs of the contract are on', async () => {
  serveHome(homeWorld());
  const control = (status: 'on' | 'off' | 'off_pending') => ({ status, text: '', possible_from: null });
  answers(contract.internetContract.allowedDrawPrograms, {}, [
    starter({ control: control('on') }),
    program({ programm_id: 1401, control: control('off_pending') }),
    program({ programm_id: 1402, control: control('off') }),
  ]);
  renderAt('/', <ClientCard />);
  expect(await screen.findByText('Услуги договора')).toBeVisible();
  expect(screen.getByText('включено 2')).toBeVisible();
});

it('does not offer to sign out while the server cannot hear of it, and says so', () => {
  renderAt('/', <SignOut />);
  expect(screen.getByRole('link', { name: 'Выйти' })).toBeVisible();
  act(() => noteReach(false));
  expect(screen.queryByRole('link', { name: 'Выйти' })).toBeNull();
  const button = screen.getByRole('button', { name: 'Выйти' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription(/сервер не узнает, что вы вышли/);
  act(() => noteReach(true));
  expect(screen.getByRole('link', { name: 'Выйти' })).toBeVisible();
});
