import { useRef, useState, type SyntheticEvent } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { cx } from '#web/lib/text/cx.ts';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { TextArea } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { Attachments, AWAITS_FILE } from '#web/shared/files/attachments.tsx';
import { idsOf, type AttachedFile } from '#web/shared/files/upload.ts';
import { sendFile } from './send-file.ts';
import { forgetDraft, keepDraft, keptDraft } from './kept-draft.ts';
import type { OrderInFull } from '../order-in-full.ts';
import common from '../support.module.css';
import styles from './talk.module.css';
import { within } from '#web/ui/dialog/within.ts';

/** A message to the support, with files; and the way to cancel the order. */
export function Compose({ order: { order_id, visit, close } }: { order: OrderInFull }) {
  const { mutate, isPending } = useAction(contract.support.answer);
  const name = `message.${order_id}`;
  const [text, setText] = useState(() => keptDraft<{ text: string }>(name).text ?? '');
  const latest = useRef(text);
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [isAttaching, setAttaching] = useState(false);
  const [error, setError] = useState<string>();
  const write = (next: string): void => {
    latest.current = next;
    setText(next);
    if (next === '') forgetDraft(name);
    else keepDraft(name, { text: next });
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (text.trim() === '') {
      setError('Напишите сообщение');
      return;
    }
    mutate(
      { body: { order_id, text, files: idsOf(files) } },
      {
        onSuccess: () => {
          write(restOf(latest.current, text));
          setFiles((all) => all.filter((one) => !files.includes(one)));
        },
        onError: (failure) => sayError(failure, 'Сообщение не отправилось. Повторите'),
      },
    );
  };
  return (
    <form className={cx(common.compose, styles.composer)} onSubmit={submit} noValidate>
      <TextArea
        label="Сообщение"
        rows={2}
        {...within(2000, { value: text, error })}
        onChange={({ target }) => {
          write(target.value);
          setError(undefined);
        }}
      />
      <div className={styles.sending}>
        <Attachments files={files} onChange={setFiles} send={sendFile} isBusy={isAttaching} onBusy={setAttaching} />
        <Button type="submit" icon="send" busy={isPending} aria-disabled={isAttaching}>
          {isAttaching ? AWAITS_FILE : 'Отправить'}
        </Button>
      </div>
      {close.possible ? (
        <Cancel orderId={order_id} hasVisit={visit !== null} />
      ) : (
        <p className={common.note}>{close.reason}</p>
      )}
    </form>
  );
}

/** What was typed while the message was on its way; all of it if the message itself was edited. */
const restOf = (typed: string, sent: string): string =>
  typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed;

function Cancel({ orderId, hasVisit }: { orderId: number; hasVisit: boolean }) {
  const { mutate, isPending } = useAction(contract.support.close);
  const [isAsked, setAsked] = useState(false);
  const cancel = (): void =>
    mutate(
      { body: { order_id: orderId } },
      {
        onSuccess: () => {
          setAsked(false);
          saySuccess('Заявка отменена', hasVisit ? 'Мастер не придёт' : undefined);
        },
        onError: (failure) => sayError(failure, 'Не получилось отменить. Повторите'),
      },
    );
  return (
    <div className={common.note}>
      {hasVisit ? 'Визит больше не нужен?' : 'Помощь больше не нужна?'}{' '}
      <TextButton onClick={() => setAsked(true)}>Отменить заявку</TextButton>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="Отменить заявку?"
        actions={
          <>
            <Button look="cut" busy={isPending} onClick={cancel}>
              Отменить заявку
            </Button>
            <Button look="line" onClick={() => setAsked(false)}>
              Оставить
            </Button>
          </>
        }
      >
        <p>
          {hasVisit ? 'Мастер не придёт, его время отдадим другим. ' : ''}
          Снова открыть отменённую заявку нельзя, но всегда можно создать новую.
        </p>
      </Dialog>
    </div>
  );
}
