import { useShared } from '#web/lib/page/shared-value.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { answerLeaving, leaving } from '#web/ui/dialog/dialog-history.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** Asks before a dialog is closed in which something was typed. Used once, at the top of the tree. */
export function LeaveDialog() {
  const isAsked = useShared(leaving, undefined) !== undefined;
  const stay = (): void => answerLeaving(false);
  return (
    <Dialog
      open={isAsked}
      onClose={stay}
      title="Закрыть без&nbsp;сохранения?"
      actions={
        <ButtonRow stacked>
          <Button look="cut" onClick={() => answerLeaving(true)}>
            Закрыть
          </Button>
          <Button look="plain" onClick={stay}>
            Вернуться
          </Button>
        </ButtonRow>
      }
    >
      То, что вы ввели, пропадёт.
    </Dialog>
  );
}
