import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { errorLoad } from '#web/lib/text/texts.ts';
import { homeWorld, serveHome } from '../../../test/home-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { refuses } from '../../../test/stub.ts';
import { PageBanners } from './page-banners.tsx';

it('shows a toast when phone numbers fail to load', async () => {
  serveHome(homeWorld());
  refuses(contract.telephoneNumber.list, {}, 'unexpected');
  renderAt('/', <PageBanners />);
  expect(await screen.findByRole('alert')).toHaveTextContent(errorLoad);
});
