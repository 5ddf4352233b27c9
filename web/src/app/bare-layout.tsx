import { Suspense, type ReactNode } from 'react';
import { useLocation } from '#web/lib/page/router.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useNothingToLoad } from './first-load.ts';

/** A page without the frame: sign-in. */
export function BareLayout({ children }: { children: ReactNode }) {
  useNothingToLoad();
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetOn={pathname}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
