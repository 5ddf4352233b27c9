import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { refuses } from '../../../../test/stub.ts';
import { ClientButton } from './client-button.tsx';

it('shows no skeleton when the client fails to load', async () => {
  refuses(contract.internetContract.get, {}, 'unexpected');
  const { container } = renderAt('/', <ClientButton onOpen={() => undefined} />);
  const grey = (): Element | null => container.querySelector('span[aria-hidden]');
  expect(grey()).not.toBeNull();
  await waitFor(() => expect(grey()).toBeNull());
});
