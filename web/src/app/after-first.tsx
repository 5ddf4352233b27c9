import { IncidentBanner } from '#parts/incident-banner.tsx';
import { OfflineStrip } from '#parts/offline-strip.tsx';

// What follows the first screen at once, in one file: it is silent until something has happened.

export { Toaster } from '#ui/toaster.tsx';

/** What is said above every page. */
export function Above() {
  return (
    <>
      <OfflineStrip />
      <IncidentBanner />
    </>
  );
}
