import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { nowMs } from '#lib/clock.ts';
import { useProvider } from '#lib/provider.ts';
import { BrowserRouter } from '#lib/router.tsx';
import { persistCache } from '#api/persisted-cache.ts';
import { watchPayments } from '#shared/money/awaited-payments.ts';
import { insisting, lazyPart, Nothing } from '#shared/page/lazy-part.tsx';
import { loadFirst } from './first-load.ts';
import { AppRoutes } from './routes.tsx';

const afterFirst = () => import('#features/home/after-first.ts');

/** Toasts appear only after a user's action, so the first screen does not wait for their file. */
const Toaster = lazyPart(async () => (await insisting(afterFirst)).Toaster, Nothing);
const ConfirmDialog = lazyPart(async () => (await insisting(afterFirst)).ConfirmDialog, Nothing);

/** Everything under /lk/. */
export function App({ cache }: { cache: QueryClient }) {
  const [owner, setOwner] = useState(0);
  const { offline } = useProvider();
  useEffect(
    () =>
      persistCache(cache, () => {
        // Another contract: remount the screens, so that none of the former data stays.
        setOwner((count) => count + 1);
        void loadFirst(cache, { targeted: true });
      }),
    [cache],
  );
  useEffect(() => watchPayments(cache), [cache]);
  useEffect(() => {
    const since = nowMs();
    const ended = insisting(afterFirst).then(({ listen }) => listen(cache, since));
    return () => void ended.then((end) => end());
  }, [cache, owner]);
  useEffect(() => {
    if (offline) void insisting(afterFirst).then(({ keepFiles }) => keepFiles());
  }, [offline]);
  return (
    <QueryClientProvider client={cache}>
      <BrowserRouter key={owner}>
        <Suspense fallback={null}>
          <AppRoutes />
        </Suspense>
      </BrowserRouter>
      <Suspense fallback={null}>
        <ConfirmDialog />
        <Toaster />
      </Suspense>
    </QueryClientProvider>
  );
}
