import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, type ReactNode } from 'react';
import { leaveFor } from '#web/lib/page/leave.ts';
import { useLocation } from '#web/lib/page/router.tsx';
import { authError, onSessionOver } from '#web/api/session.ts';
import { phone } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { afterFirst } from '#web/features/home/load-after-first.ts';
import { BottomBar } from '#web/shared/frame/header/bottom-bar.tsx';
import { Brand } from '#web/shared/frame/header/brand.tsx';
import { Header } from '#web/shared/frame/header/header.tsx';
import { Nothing } from '#web/shared/page/lazy-part.tsx';
import { come, renderedPart } from '#web/shared/page/rendered-part.tsx';
import { Menu } from '#web/shared/frame/header/menu.tsx';
import { loginPath } from '#web/shared/frame/return-path.ts';
import { SkipLink } from '#web/ui/text/hidden.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadFirst } from './first-load.ts';
import styles from './layouts.module.css';

/** Loaded right after the first screen, because the network may be down when it is needed. */
const PageBanners = renderedPart(
  async () => (await afterFirst()).PageBanners,
  () => come.has('after-first'),
  Nothing,
);

/** The reason for the sign-in page: `ended`. A visitor with a welcome link had no session before. */
function whyOver(pathname: string): string {
  const [, told] = /^session_(\w+)$/.exec(authError()?.code ?? '') ?? [];
  return told ?? (pathname.startsWith('/welcome') ? 'welcome' : 'over');
}

/** When the session ends, redirects to the sign-in page, which leads back here. */
function useWayToLogin(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const leave = (): void => leaveFor(loginPath(pathname + search, whyOver(pathname)));
    if (authError()) leave();
    return onSessionOver(leave);
  }, [pathname, search]);
}

function SupportPhone() {
  const [first] = useProvider().support_phones;
  if (!first) return null;
  return (
    <p className={styles.help}>
      {first.label}
      <br />
      <a href={`tel:+${first.phone.replace(/\D/g, '')}`}>{phone(first.phone)}</a>
    </p>
  );
}

/** The frame of a signed-in subscriber: menu, header, the page. */
export function MainLayout({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const { pathname } = useLocation();
  useWayToLogin();
  useEffect(() => void loadFirst(cache), [cache]);
  return (
    <>
      <SkipLink />
      <div className={styles.frame}>
        <Menu kind="side" top={<Brand className={styles.menuBrand} />} bottom={<SupportPhone />} />
        <Header />
        <main id="main" tabIndex={-1} className={styles.page}>
          <Suspense fallback={null}>
            <PageBanners />
          </Suspense>
          <ErrorBoundary resetOn={pathname}>
            <Suspense fallback={<SkeletonRows label="Открываем страницу" />}>{children}</Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <BottomBar />
    </>
  );
}
