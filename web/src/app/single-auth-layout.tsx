import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from '#lib/router.tsx';
import { AuthError } from '#api/api-error.ts';
import { send } from '#api/client.ts';
import { contract } from '#api/contract.ts';
import { becomeGuest, freshToken, isGuest } from '#api/session.ts';
import { cx } from '#lib/cx.ts';
import { errorLoad } from '#lib/texts.ts';
import { Brand } from '#shared/frame/brand.tsx';
import { LinkButton } from '#ui/button.tsx';
import { ErrorBlock } from '#ui/callout.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { Sheets } from '#shared/sheets/sheets.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useNothingToLoad } from './first-load.ts';
import styles from './layouts.module.css';

/** A separate page, so an ordinary link. */
const LOGIN = `${import.meta.env.BASE_URL}login`;

/** Takes the session's token, or a guest token: the page works with both. */
async function anyToken(): Promise<void> {
  try {
    await freshToken();
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

const WayIn = () => (
  <LinkButton external={isGuest()} to={isGuest() ? LOGIN : '/'} look="plain" size="sm">
    {isGuest() ? 'Войти' : 'В кабинет'}
  </LinkButton>
);

/** Without a menu: for the support page, narrow, also inside a messenger; and for a wide page that guests may open. */
export function SingleAuthLayout({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  useNothingToLoad();
  const { pathname } = useLocation();
  const [entry, enter] = useEntry();
  return (
    <div className={cx(styles.single, wide && styles.wide)}>
      <header className={styles.singleHead}>
        <Brand />
        {entry === 'in' && <WayIn />}
      </header>
      <main id="main" tabIndex={-1}>
        {entry === 'failed' && <ErrorBlock title={errorLoad} onRetry={enter} />}
        {entry === 'waiting' && <SkeletonRows label="Открываем страницу" />}
        {entry === 'in' && (
          <ErrorBoundary resetOn={pathname}>
            <Suspense fallback={<SkeletonRows label="Открываем страницу" />}>{children}</Suspense>
            {!isGuest() && <Sheets />}
          </ErrorBoundary>
        )}
      </main>
    </div>
  );
}
