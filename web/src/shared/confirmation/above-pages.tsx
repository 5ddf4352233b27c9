import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { confirmation } from '#web/api/confirmation.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { Toaster } from '#web/ui/toast/toaster.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

const useAsked = () => useSyncExternalStore(confirmation.subscribe, confirmation.get, () => undefined);

/** Without the dialog nobody can confirm: the request gets its refusal, as if the client had declined. */
function Declined() {
  const asked = useAsked();
  useEffect(() => asked?.answer(false), [asked]);
  return null;
}

/** A file of its own, because few visits need it. */
const ConfirmDialog = lazyPart(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog, Declined);

function Confirmation() {
  const isAsked = useAsked() !== undefined;
  const [wasAsked, remember] = useState(false);
  if (isAsked && !wasAsked) remember(true);
  return (
    wasAsked && (
      <Suspense fallback={null}>
        <ConfirmDialog />
      </Suspense>
    )
  );
}

/** What appears above any page, after something that the client has done. */
export const AbovePages = () => (
  <>
    <Confirmation />
    <LeaveDialog />
    <Toaster />
  </>
);
