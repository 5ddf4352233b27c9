import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { compile } from '@kabinet/contract/kernel/call/route-pattern';
import { BrowserRouter, PageParams, useLocation } from '#web/lib/page/router.tsx';
import { Toaster } from '#web/ui/toast/toaster.tsx';

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
