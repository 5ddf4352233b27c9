import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { startTransition, Suspense, useEffect, useState } from 'react';
import { CORRECTED, deviceMs, nowMs } from '#web/lib/clock/clock.ts';
import { BrowserRouter, type Location } from '#web/lib/page/router.tsx';
import { persistCache } from '#web/api/persisted-cache.ts';
import { afterFirst } from '#web/features/home/load-after-first.ts';
import { watchPayments } from '#web/shared/money/awaited-payments.ts';
import { insisting, lazyPart, Nothing } from '#web/shared/page/lazy-part.tsx';
import { loadFirst } from './first-load.ts';
import { AppRoutes } from './routes.tsx';

const insisted = () => insisting(afterFirst);

/** They appear only after a user's action, so the first screen does not wait for their file. */
const Anchor = lazyPart(async () => (await insisted()).Anchor, Nothing);
const AbovePages = lazyPart(async () => (await insisted()).AbovePages, Nothing);

/** Everything under /lk/; `at`: the address, on the server. */
export function App({ cache, at }: { cache: QueryClient; at?: Location }) {
  const [owner, setOwner] = useState(0);
  const [, redraw] = useState(0);
  useEffect(() => {
    const draw = (): void => startTransition(() => redraw(nowMs));
    addEventListener(CORRECTED, draw);
    return () => removeEventListener(CORRECTED, draw);
  }, []);
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
    const since = deviceMs();
    const ended = insisted().then(({ begin }) => begin(cache, since));
    return () => void ended.then((end) => end());
  }, [cache, owner]);
  return (
    <QueryClientProvider client={cache}>
      <BrowserRouter key={owner} at={at}>
        <Suspense fallback={null}>
          <AppRoutes />
        </Suspense>
        <Suspense fallback={null}>
          <Anchor />
        </Suspense>
      </BrowserRouter>
      <Suspense fallback={null}>
        <AbovePages />
      </Suspense>
    </QueryClientProvider>
  );
}
