import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { contract } from '#api/contract.ts';
import { homeWorld, serveHome } from '../../../test/home-world.ts';
import { program, starter } from '../../../test/program-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, refuses, requests } from '../../../test/stub.ts';
import { toasts } from '#ui/toast-store.ts';
import { ClientCard } from './client-card.tsx';

const OWN = {
  contract_id: 100_001,
  share_id: null,
  role: null,
  name: 'Кузнецова Мария Сергеевна',
  address: 'Тольятти, ул. Юбилейная, 31',
  is_current: true,
  is_in_debt: false,
};
const FATHERS = {
  ...OWN,
  contract_id: 100_002,
  share_id: 'a',
  role: 'payer' as const,
  name: 'Самойлов О.',
  is_current: false,
  is_in_debt: true,
};

it('shows each contract of the sign-in with its role and debt, and opens another one', async () => {
  serveHome(homeWorld());
  answers(contract.internetContract.allowedDrawPrograms, {}, []);
  answers(contract.family.contracts, {}, [OWN, FATHERS]);
  refuses(contract.family.open, {}, 'not_found');
  renderAt('/', <ClientCard />);
  const fathers = await screen.findByText('Договор 100002, доступ плательщика');
  expect(fathers.closest('div')).toHaveTextContent('Долг');
  await userEvent.click(
    screen.getByRole('button', { name: 'Открыть: Договор 100002, доступ плательщика, Самойлов О.' }),
  );
  await waitFor(() => expect(toasts.get()).toMatchObject([{ tone: 'bad' }]));
  expect(requests().find(({ path }) => path.endsWith('/family/open'))?.body).toEqual({ share_id: 'a' });
});

it('without another contract offers to add one', async () => {
  serveHome(homeWorld());
  answers(contract.internetContract.allowedDrawPrograms, {}, []);
  answers(contract.family.contracts, {}, [OWN]);
  renderAt('/', <ClientCard />);
  expect(await screen.findByRole('link', { name: 'Добавить договор' })).toHaveAttribute('href', '/lk/settings/family');
});

it('shows how many programs of the contract are on', async () => {
  serveHome(homeWorld());
  const control = (status: 'on' | 'off' | 'off_pending') => ({ status, text: '', possible_from: null });
  answers(contract.internetContract.allowedDrawPrograms, {}, [
    starter({ control: control('on') }),
    program({ programm_id: 1401, control: control('off_pending') }),
    program({ programm_id: 1402, control: control('off') }),
  ]);
  answers(contract.family.contracts, {}, [OWN]);
  renderAt('/', <ClientCard />);
  expect(await screen.findByText('Услуги договора')).toBeVisible();
  expect(screen.getByText('включено 2')).toBeVisible();
});
