import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { homeWorld } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses } from '../../../../test/stub.ts';
import { ClientButton } from './client-button.tsx';

it('shows no skeleton when the client fails to load', async () => {
  refuses(contract.internetContract.get, {}, 'unexpected');
  const { container } = renderAt('/', <ClientButton onOpen={() => undefined} />);
  const grey = (): Element | null => container.querySelector('span[aria-hidden]');
  expect(grey()).not.toBeNull();
  await waitFor(() => expect(grey()).toBeNull());
});

it('names the contract by the number on its papers', async () => {
  answers(contract.internetContract.get, {}, { ...homeWorld().client, printed_no: 'ЮЛ-30003/17' });
  renderAt('/', <ClientButton onOpen={() => undefined} />);
  expect(await screen.findByText('Договор ЮЛ-30003/17')).toBeVisible();
});
