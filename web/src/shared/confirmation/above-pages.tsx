import { Toaster } from '#web/ui/toast/toaster.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

/** What appears above any page, after something that the client has done. */
export const AbovePages = () => (
  <>
    <ConfirmDialog />
    <LeaveDialog />
    <Toaster />
  </>
);
