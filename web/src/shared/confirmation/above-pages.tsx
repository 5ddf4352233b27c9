import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { confirmation } from '#web/api/confirmation.ts';
import { useShared } from '#web/lib/page/shared-value.ts';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Toaster } from '#web/ui/toast/toaster.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

/** A file of its own, because few visits need it. */
const load = () => import('./confirm-dialog.tsx');

/** The dialog once it is needed and its file has come. Without the file the client is told so; the request waits for his answer. */
function Confirmation() {
  const asked = useShared(confirmation, undefined);
  const isAsked = asked !== undefined;
  const [Form, setForm] = useState<ComponentType>();
  const [failed, setFailed] = useState(false);
  const get = useCallback(
    () =>
      void load()
        .then(({ ConfirmDialog }) => setForm(() => ConfirmDialog))
        .catch(() => setFailed(true)),
    [],
  );
  useEffect(() => {
    if (isAsked) get();
  }, [isAsked, get]);
  if (Form) return <Form />;
  const again = (): void => {
    setFailed(false);
    get();
  };
  const leave = (): void => {
    setFailed(false);
    asked?.answer(false);
  };
  return (
    <Dialog open={isAsked && failed} onClose={leave} title="Подтвердите, что это вы">
      <ErrorBlock alone title="Не удалось загрузить вопрос о пароле. Пока ничего не изменили." onRetry={again} />
    </Dialog>
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
