import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { useState } from 'react';
import { useRehearsal } from '../../actions/use-rehearsal.ts';
import type { Call, Request, Wire } from '../../api/contract.ts';
import { useChange } from '../../api/use-call.ts';
import { AskSecond } from '../../look/ask-second.tsx';
import styles from '../catalogue.module.css';
import { Refused } from '../refused.tsx';

interface CallsDialogProps<C extends Call> {
  title: string;
  verb: string;
  look?: ButtonLook;
  call: C;
  /** The words of its command, for whoever asks a second person. */
  words: string;
  /** undefined: something is not typed yet. */
  body: object | undefined;
  /** What would happen, by the rehearsal. */
  consequences: (told: Wire<C>) => ReactNode;
  /** «Назначили», and more of it. */
  done: (told: Wire<C>) => readonly [title: string, text: string];
  onClose: () => void;
  children?: ReactNode;
}

/** What would happen, once all is typed and nothing forbids it. */
function useToldBefore<C extends Call>({ call, body }: Pick<CallsDialogProps<C>, 'call' | 'body'>, isPending: boolean) {
  const { data, error } = useRehearsal(call, body ?? {}, { paused: body === undefined || isPending });
  if (body === undefined) return {};
  return error ? { refusal: error } : { told: data };
}

/** A change of what calls cost: rehearsed as it is typed, then done, or asked of a second person. */
export function CallsDialog<C extends Call>(props: CallsDialogProps<C>) {
  const { title, call, words, body = {}, consequences, done, onClose, children } = props;
  const change = useChange(call);
  const [failure, setFailure] = useState<Error>();
  const { told, refusal } = useToldBefore(props, change.isPending);
  const press = (): void =>
    change.mutate({ body } as unknown as Request<C>, {
      onSuccess: (answer) => {
        saySuccess(...done(answer));
        onClose();
      },
      onError: setFailure,
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={<Actions {...props} isBusy={change.isPending} press={told === undefined ? undefined : press} />}
    >
      <div className={styles.fields}>{children}</div>
      <div aria-live="polite" className={styles.consequences}>
        {told !== undefined && consequences(told)}
      </div>
      <Refused failure={failure ?? refusal} title="Так не получится." advice="Измените то, что ввели" />
      <AskSecond
        failure={failure}
        call={words}
        input={body as Parameters<typeof AskSecond>[0]['input']}
        reason={title}
        onAsked={onClose}
      />
    </Dialog>
  );
}

interface ActionsProps {
  verb: string;
  look?: ButtonLook;
  isBusy: boolean;
  /** undefined: not now. */
  press: (() => void) | undefined;
  onClose: () => void;
}

const Actions = ({ verb, look = 'solid', isBusy, press, onClose }: ActionsProps) => (
  <>
    <Button look={look} busy={isBusy} aria-disabled={press === undefined || undefined} onClick={press}>
      {verb}
    </Button>
    <Button look="plain" onClick={onClose}>
      Не менять
    </Button>
  </>
);
