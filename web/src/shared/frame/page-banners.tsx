import { useEffect } from 'react';
import { AuthError } from '#api/api-error.ts';
import { usePhoneNumbers } from '#shared/data/frame-data.ts';
import { IncidentBanner } from '#shared/notices/incident-banner.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { sayLoadFailure } from '#ui/toast-store.ts';

/** What is said above every page. */
export function PageBanners() {
  useNumbersTrouble();
  return (
    <>
      <OfflineStrip />
      <IncidentBanner />
    </>
  );
}

/** Phone numbers that could not be loaded are told of by a toast (specification, 8), wherever the client is. */
function useNumbersTrouble(): void {
  const { error } = usePhoneNumbers();
  useEffect(() => {
    if (error && !(error instanceof AuthError)) sayLoadFailure();
  }, [error]);
}
