import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { BrowserRouter, useLocation } from '#web/lib/page/router.tsx';
import { Toaster } from '#web/ui/toast/toaster.tsx';
import { AuthError, NetworkError } from '#web/api/api-error.ts';
import { contract } from '../api/contract.ts';
import { MeContext, type Me } from '../api/me.ts';
import { noteShown, useSessionOver } from '../api/session.ts';
import { useAnswer } from '../api/use-call.ts';
import { InvitationPage } from '../entry/invitation-page.tsx';
import { OpenIdPage } from '../entry/openid-page.tsx';
import { StaffSignIn } from '../entry/staff-sign-in.tsx';
import { forgetDay, readDay } from '../api/kept-day.ts';
import { enter } from './enter.ts';
import { StaffRoutes } from './staff-routes.tsx';

/** Everything under /staff/. */
export function StaffApp({ cache }: { cache: QueryClient }) {
  return (
    <QueryClientProvider client={cache}>
      <BrowserRouter>
        <Door cache={cache} />
      </BrowserRouter>
      <Toaster />
    </QueryClientProvider>
  );
}

/** An invitation and the way back from the provider's own sign-in need no session; everything else asks who works here first. */
function Door({ cache }: { cache: QueryClient }) {
  const { pathname } = useLocation();
  if (pathname === '/invitation') return <InvitationPage onEntered={(me) => enter(cache, me)} />;
  if (pathname === '/openid') return <OpenIdPage onEntered={(me) => enter(cache, me)} />;
  return <Workplace cache={cache} />;
}

/** Steps that wait for a network are told from any page; only a technician has them. */
const TellingSteps = lazy(async () => ({ default: (await import('../visits/field/own-steps.ts')).TellingSteps }));

/** Milliseconds after which the server is asked again who works here, while it cannot be reached. */
const ASK_AGAIN_MS = 10_000;

/** Who works here; without a network a technician, as his telephone has kept him with his day, until the server can be asked. */
function useWhoWorks() {
  const { data, error, refetch } = useAnswer(contract.me.get, {});
  const isAway = data === undefined && error instanceof NetworkError;
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(() => void refetch(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAway, refetch]);
  return { me: data ?? (isAway ? readDay()?.me : undefined), error, refetch };
}

/** Who works here, before the first page is shown. */
function Workplace({ cache }: { cache: QueryClient }) {
  const { me, error, refetch } = useWhoWorks();
  const isOver = useSessionOver() || error instanceof AuthError;
  useTitle(me);
  const person = me?.person_id;
  useEffect(() => noteShown(person), [person]);
  // The screen is locked: what was kept of people is not left on the device.
  useEffect(() => {
    if (isOver) forgetDay();
  }, [isOver]);
  if (me || isOver) return <Covered cache={cache} me={me} isOver={isOver} />;
  return error ? <NotOpened error={error} again={() => void refetch()} /> : <Opening />;
}

/**
 * The frame with its pages. When the session ends in the middle of work, the form of sign-in covers the page without removing it: what was
 * typed is still there for the same person, and gone for another.
 */
function Covered({ cache, me, isOver }: { cache: QueryClient; me: Me | undefined; isOver: boolean }) {
  return (
    <>
      {me && (
        <div hidden={isOver} inert={isOver}>
          <Pages key={me.login} me={me} />
        </div>
      )}
      {isOver && <StaffSignIn login={me?.login ?? ''} onEntered={(entered) => enter(cache, entered)} />}
    </>
  );
}

const Opening = () => <Skeleton height="3.5rem" />;

const NotOpened = ({ error, again }: { error: Error; again: () => void }) => (
  <ErrorBlock alone title="Рабочее место не открылось." onRetry={again}>
    {error.message}
  </ErrorBlock>
);

const Pages = ({ me }: { me: Me }) => (
  <MeContext value={me}>
    <StaffRoutes />
    {me.roles.includes('technician') && (
      <Suspense fallback={null}>
        <TellingSteps />
      </Suspense>
    )}
  </MeContext>
);

function useTitle(me: Me | undefined): void {
  const [title] = useState(document.title);
  useEffect(() => {
    document.title = me ? `${title} — ${me.provider}` : title;
  }, [me, title]);
}
