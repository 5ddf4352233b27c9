import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { BrowserRouter } from '#lib/router.tsx';
import { persistCache } from '#api/persisted-cache.ts';
import { useProvider } from '#lib/provider.ts';
import { Splash } from '#ui/splash.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { loadFirst, useCurtain } from './first-load.ts';
import { AppRoutes } from './routes.tsx';

function Curtain() {
  const curtain = useCurtain();
  const { name } = useProvider();
  return curtain === 'off' ? null : <Splash name={name} leaving={curtain === 'leaving'} />;
}

/** Everything under /lk/. */
export function App({ cache }: { cache: QueryClient }) {
  const [owner, setOwner] = useState(0);
  useEffect(
    () =>
      persistCache(cache, () => {
        // Another contract: the screens of the former one go together with its data.
        setOwner((count) => count + 1);
        void loadFirst(cache, { targeted: true });
      }),
    [cache],
  );
  return (
    <QueryClientProvider client={cache}>
      <Curtain />
      <BrowserRouter key={owner}>
        <Suspense fallback={null}>
          <AppRoutes />
        </Suspense>
      </BrowserRouter>
      <Toaster />
    </QueryClientProvider>
  );
}
