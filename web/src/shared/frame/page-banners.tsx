import { Suspense, useEffect } from 'react';
import { AuthError } from '#web/api/api-error.ts';
import { useMany, usePhoneNumbers } from '#web/shared/data/frame-data.ts';
import { IncidentBanner } from '#web/shared/notices/incident-banner.tsx';
import { isPartial, useRole } from '#web/shared/data/role.ts';
import { lazyPart, Nothing } from '#web/shared/page/lazy-part.tsx';
import { Sheets } from '#web/shared/sheets/sheets.tsx';
import { FailedTogether, PutOff } from './failed-together.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { sayLoadFailure } from '#web/ui/toast/toast-store.ts';

const AccessStrip = lazyPart(async () => (await import('./access-strip.tsx')).AccessStrip, Nothing);

/** Messages above every page. */
export function PageBanners() {
  useNumbersTrouble();
  const role = useRole();
  return (
    <>
      <OfflineStrip />
      <PutOff />
      <FailedTogether />
      {role && (
        <Suspense>
          <AccessStrip />
        </Suspense>
      )}
      {!isPartial(role) && <IncidentBanner />}
      <Sheets />
    </>
  );
}

/** Shows a toast on any page when phone numbers fail to load (specification, 8). */
function useNumbersTrouble(): void {
  const { error } = usePhoneNumbers(useMany() === null);
  useEffect(() => {
    if (error && !(error instanceof AuthError)) sayLoadFailure();
  }, [error]);
}
