import { useEffect } from 'react';
import { AuthError } from '#api/api-error.ts';
import { usePhoneNumbers } from '#shared/data/frame-data.ts';
import { IncidentBanner } from '#shared/notices/incident-banner.tsx';
import { isPartial, useRole } from '#shared/data/role.ts';
import { Sheets } from '#shared/sheets/sheets.tsx';
import { AccessStrip } from './access-strip.tsx';
import { FailedTogether } from './failed-together.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { sayLoadFailure } from '#ui/toast-store.ts';

/** Messages above every page. */
export function PageBanners() {
  useNumbersTrouble();
  const role = useRole();
  return (
    <>
      <OfflineStrip />
      <FailedTogether />
      <AccessStrip />
      {!isPartial(role) && <IncidentBanner />}
      <Sheets />
    </>
  );
}

/** Shows a toast on any page when phone numbers fail to load (specification, 8). */
function useNumbersTrouble(): void {
  const { error } = usePhoneNumbers();
  useEffect(() => {
    if (error && !(error instanceof AuthError)) sayLoadFailure();
  }, [error]);
}
