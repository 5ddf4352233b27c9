import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useParams } from '#web/lib/page/router.tsx';
import { AuthError } from '#web/api/api-error.ts';
import { send } from '#web/api/client.ts';
import { contract } from '#web/api/contract.ts';
import { becomeGuest, freshToken, isGuest, sessionMark } from '#web/api/session.ts';
import { cx } from '#web/lib/text/cx.ts';
import { errorLoad } from '#web/lib/text/texts.ts';
import { Brand } from '#web/shared/frame/header/brand.tsx';
import { FailedTogether } from '#web/shared/frame/failed-together.tsx';
import { OfflineStrip } from '#web/shared/frame/offline-strip.tsx';
import { signInHref } from '#web/shared/frame/return-path.ts';
import { LinkButton } from '#web/ui/button/button.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useNothingToLoad } from './first-load.ts';
import { MainLayout } from './main-layout.tsx';
import styles from './layouts.module.css';

/** Takes the session's token, or a guest token: the page works with both. */
async function anyToken(): Promise<void> {
  try {
    const token = await freshToken();
    // A token without a session mark belongs to a guest and is left from his last visit.
    if (sessionMark() === undefined) becomeGuest(token);
  } catch (failure) {
    if (!(failure instanceof AuthError)) throw failure;
    const { access_token } = await send(contract.auth.token, { body: { grant: 'guest' } });
    becomeGuest(access_token);
  }
}

type Entry = 'waiting' | 'in' | 'failed';

function useEntry(): [entry: Entry, enter: () => void] {
  const [entry, setEntry] = useState<Entry>('waiting');
  useEffect(() => {
    if (entry !== 'waiting') return;
    anyToken().then(
      () => setEntry('in'),
      () => setEntry('failed'),
    );
  }, [entry]);
  return [entry, () => setEntry('waiting')];
}

function WayIn() {
  const { pathname, search } = useLocation();
  // Each address of such a page has a parameter; an unknown one has none.
  const isLost = Object.keys(useParams()).length === 0;
  return (
    <LinkButton external to={signInHref(isLost ? '/' : pathname + search)} look="plain" size="sm">
      Войти
    </LinkButton>
  );
}

/**
 * For pages that a subscriber and a guest may open. A guest has no menu: the support page is narrow, also inside a messenger, the
 * page of the network is wide. From an address where nothing is the sign-in leads to home. A visitor who turns out to be signed in gets the page inside the frame.
 */
export function SingleAuthLayout({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  useNothingToLoad();
  const [entry, enter] = useEntry();
  if (entry === 'in' && !isGuest()) return <MainLayout>{children}</MainLayout>;
  const shown = {
    waiting: <SkeletonRows label="Открываем страницу" />,
    failed: <ErrorBlock alone title={errorLoad} onRetry={enter} />,
    in: <Entered>{children}</Entered>,
  };
  return (
    <div className={cx(styles.single, wide && styles.wide)}>
      <header className={styles.singleHead}>
        <Brand />
        {entry === 'in' && <WayIn />}
      </header>
      <main id="main" tabIndex={-1}>
        {shown[entry]}
      </main>
    </div>
  );
}

function Entered({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <OfflineStrip />
      <FailedTogether />
      <ErrorBoundary resetOn={pathname}>
        <Suspense fallback={<SkeletonRows label="Открываем страницу" />}>{children}</Suspense>
      </ErrorBoundary>
    </>
  );
}
