import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { compile } from '@kabinet/contract/kernel/call/route-pattern';
import { contract } from '#web/api/contract.ts';
import { cacheKey } from '#web/api/use-call.ts';
import { BrowserRouter, PageParams, useLocation } from '#web/lib/page/router.tsx';
import { Toaster } from '#web/ui/toast/toaster.tsx';
import { homeWorld } from './home-world.ts';

function Place({ pattern, children }: { pattern: string; children: ReactNode }) {
  const { pathname } = useLocation();
  return <PageParams params={compile(pattern)(pathname) ?? {}}>{children}</PageParams>;
}

/** Renders a screen as the app does: at its address, with its own cache and the toasts. */
export function renderAt(path: string, ui: ReactNode, pattern = path) {
  window.history.replaceState(null, '', `/lk${path}`);
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={cache}>
      <BrowserRouter>
        <Place pattern={pattern}>{ui}</Place>
      </BrowserRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...view, cache };
}

/** The same when the frame has told already that the open contract is the client's own. */
export function renderOwn(...[path, ui, pattern]: Parameters<typeof renderAt>) {
  const view = renderAt(path, ui, pattern);
  act(() => void view.cache.setQueryData(cacheKey(contract.internetContract.get), homeWorld().client));
  return view;
}
