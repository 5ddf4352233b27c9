import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { showContract } from '#web/api/session.ts';
import { cacheKey } from '#web/api/use-call.ts';
import { errorLoad } from '#web/lib/text/texts.ts';
import { PageBanners } from '#web/shared/frame/page-banners.tsx';
import { toasts } from '#web/ui/toast/toast-store.ts';
import { homeWorld, serveHome } from '../../test/home-world.ts';
import { renderAt } from '../../test/render.tsx';
import { at, json, refuses } from '../../test/stub.ts';
import { loadFirst } from './first-load.ts';

it('shows none when the device has the data: the strip tells how old they are', async () => {
  serveHome(homeWorld());
  const { cache } = renderAt('/', <PageBanners />);
  await loadFirst(cache);
  showContract(100_001);
  at('POST', '/api/v2/default/index', () => Promise.reject(new TypeError('Failed to fetch')));
  await loadFirst(cache);
  expect(toasts.get()).toEqual([]);
});

it('shows one toast for a failure of the whole load, counted once', async () => {
  serveHome(homeWorld());
  at('POST', '/api/v2/default/index', () => json({ status: 500 }, 500));
  refuses(contract.telephoneNumber.list, {}, 'unexpected');
  const { cache } = renderAt('/', <PageBanners />);
  await loadFirst(cache);
  await waitFor(() => expect(cache.getQueryState(cacheKey(contract.telephoneNumber.list))?.status).toBe('error'));
  await cache.refetchQueries({ queryKey: cacheKey(contract.telephoneNumber.list) });
  expect(toasts.get()).toMatchObject([{ title: errorLoad, count: 1 }]);
});
