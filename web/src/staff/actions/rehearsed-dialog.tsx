import { useState, type ReactNode } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded, type LoadedQuery } from '#web/shared/page/loaded.tsx';
import { Button, type ButtonLook } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import styles from './actions.module.css';

interface RehearsedDialogProps<Told extends { readonly version: number }> {
  title: string;
  verb: string;
  look?: ButtonLook;
  /** «Не менять». */
  back: string;
  /** undefined: something must be chosen or written first. */
  rehearsal: LoadedQuery<Told> | undefined;
  /** Whether what would happen may happen now; absent: always. */
  isPossible?: (told: Told) => boolean;
  /** What would happen, to be read aloud. */
  consequences: (told: Told) => ReactNode;
  /** Makes the change on the version that was shown; calls back if it is refused. */
  onConfirm: (version: number, refused: (failure: Error) => void) => void;
  /** What can be done about a refusal. */
  refusedAction?: ((failure: Error) => ReactNode) | undefined;
  isBusy: boolean;
  onClose: () => void;
  /** Above the consequences: what is chosen or written. */
  children?: ReactNode;
}

const possibly = (): boolean => true;

/** A change that was rehearsed: what it does, and one button that does it. */
export function RehearsedDialog<Told extends { readonly version: number }>(props: RehearsedDialogProps<Told>) {
  const { title, rehearsal, onConfirm, onClose } = props;
  const [refused, setRefused] = useState<Error>();
  const told = possibleOf(props);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={<Actions {...props} onPress={told && (() => onConfirm(told.version, setRefused))} />}
    >
      {props.children}
      {refused && (
        <Callout tone="bad" role="alert" title="Не сделали." action={props.refusedAction?.(refused)}>
          {readable(refused.message, 'Повторите')}.
        </Callout>
      )}
      {rehearsal && <Consequences rehearsal={rehearsal} consequences={props.consequences} />}
    </Dialog>
  );
}

/** What would happen, if it may happen now. */
function possibleOf<Told extends { readonly version: number }>({
  rehearsal,
  isPossible = possibly,
}: RehearsedDialogProps<Told>): Told | undefined {
  const told = rehearsal?.error ? undefined : rehearsal?.data;
  return told && isPossible(told) ? told : undefined;
}

interface ActionsProps {
  verb: string;
  look?: ButtonLook;
  back: string;
  isBusy: boolean;
  /** undefined: not now. */
  onPress: (() => void) | undefined;
  onClose: () => void;
}

const Actions = ({ verb, look = 'solid', back, isBusy, onPress, onClose }: ActionsProps) => (
  <>
    <Button look={look} busy={isBusy} aria-disabled={onPress === undefined || undefined} onClick={onPress}>
      {verb}
    </Button>
    <Button look="plain" onClick={onClose}>
      {back}
    </Button>
  </>
);

function Consequences<Told extends { readonly version: number }>({
  rehearsal,
  consequences,
}: Pick<RehearsedDialogProps<Told>, 'consequences'> & { rehearsal: LoadedQuery<Told> }) {
  const refusal = refusalOf(rehearsal.error);
  return (
    <div className={styles.consequences} aria-live="polite">
      {refusal ? (
        <Callout tone="wait" title="Сейчас нельзя.">
          {readable(refusal.message, 'Спросите инженера')}.
        </Callout>
      ) : (
        <Loaded
          alone
          answer={rehearsal}
          failed="Не удалось посчитать, что будет."
          skeleton={<SkeletonRows label="Считаем" count={3} tile={false} />}
        >
          {consequences}
        </Loaded>
      )}
    </div>
  );
}
