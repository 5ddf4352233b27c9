import { useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Attachments, AWAITS_FILE } from '#web/shared/files/attachments.tsx';
import { idsOf, type AttachedFile } from '#web/shared/files/upload.ts';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { TextArea } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useMe } from '../api/me.ts';
import { useChange } from '../api/use-call.ts';
import { orderDraft, keepOrderDraft } from './drafts.ts';
import { sendFileOf } from './order-files.tsx';
import type { ShownOrder } from './orders-data.ts';
import styles from './orders.module.css';
import { useLease, useTakenOrder } from './use-lease.ts';

const MOST_SIGNS = 2000;

type Deed = ShownOrder['ready'][number]['deed'];

const DEEDS: readonly { readonly value: Deed; readonly text: string; readonly verb: string; readonly done: string }[] =
  [
    { value: 'answer', text: 'Ответ', verb: 'Ответить', done: 'Ответили' },
    { value: 'ask', text: 'Вопрос, ждём абонента', verb: 'Спросить', done: 'Спросили' },
    { value: 'close', text: 'Готово, закрыть', verb: 'Закрыть заявку', done: 'Закрыли' },
  ];

/** What is written to the client: by hand, or ready-made. While somebody types, the order is held. */
export function AnswerForm({ order }: { order: ShownOrder }) {
  const login = useMe().login ?? '';
  const orderId = order.order_id;
  const [text, setText] = useState(() => orderDraft(login, orderId));
  const [deed, setDeed] = useState<Deed>('answer');
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [isAttaching, setAttaching] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const [refused, setRefused] = useState<string>();
  const area = useRef<HTMLDivElement>(null);
  // The last message when she last typed: what has come since, also by the stream, she may not have read.
  const seen = useRef<number>(undefined);
  const lease = useLease(orderId, order.held_by?.is_mine === true);
  const sends = {
    answer: useChange(contract.orders.answer),
    ask: useChange(contract.orders.ask),
    close: useChange(contract.orders.close),
  };
  const send = sends[deed];
  const chosen = DEEDS.find(({ value }) => value === deed) ?? DEEDS[0];
  const write = (next: string): void => {
    setText(next);
    keepOrderDraft(login, orderId, next);
    seen.current = lastOf(order);
    lease.typed();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setEmpty(text.trim() === '');
    if (text.trim() === '' || send.isPending || isAttaching) return;
    const latest = seen.current ?? lastOf(order);
    send.mutate(
      { body: { order_id: orderId, text, files: idsOf(files), ...(latest !== undefined && { seen: latest }) } },
      {
        onSuccess: () => {
          lease.noteEnded();
          setText('');
          setFiles([]);
          keepOrderDraft(login, orderId, '');
          setRefused(undefined);
          saySuccess(chosen?.done ?? 'Готово', 'Абонент увидит это в заявке');
        },
        onError: (failure) => {
          // Told once: whoever sends the same words again has read it.
          seen.current = undefined;
          setRefused(refusalText(failure));
        },
      },
    );
  };
  return (
    <form className={styles.section} aria-label="Ответ" onSubmit={submit}>
      <h3>Ответить</h3>
      <Chips
        label="Готовые ответы"
        options={order.ready.map(({ title }) => ({ value: title, text: title }))}
        value={undefined}
        onChange={(title) => {
          const ready = order.ready.find((one) => one.title === title);
          if (!ready) return;
          setDeed(ready.deed);
          write(ready.text);
          area.current?.querySelector('textarea')?.focus();
        }}
      />
      <div ref={area}>
        <TextArea
          label="Текст, его прочитает абонент"
          rows={4}
          {...within(MOST_SIGNS, {
            value: text,
            error: isEmpty && text.trim() === '' ? 'Напишите ответ' : undefined,
          })}
          onChange={({ target }) => write(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
      </div>
      <Attachments
        files={files}
        onChange={setFiles}
        send={sendFileOf(orderId)}
        isBusy={isAttaching}
        onBusy={setAttaching}
      />
      <Chips label="Что это" options={DEEDS} value={deed} onChange={setDeed} />
      <HeldByOther order={order} refused={lease.refused} onTaken={lease.noteHeld} />
      {refused !== undefined && (
        <Callout tone="bad" role="alert" title="Не отправили.">
          {refused}.
        </Callout>
      )}
      <SendButton verb={chosen?.verb} isBusy={send.isPending} isAttaching={isAttaching} />
    </form>
  );
}

interface SendProps {
  verb: string | undefined;
  isBusy: boolean;
  isAttaching: boolean;
}

const SendButton = ({ verb, isBusy, isAttaching }: SendProps) => (
  <Button type="submit" busy={isBusy} aria-disabled={isAttaching}>
    {isAttaching ? AWAITS_FILE : verb} <kbd aria-hidden="true">Ctrl ↵</kbd>
  </Button>
);

const lastOf = ({ events }: ShownOrder): number | undefined => events.at(-1)?.event_id;

const refusalText = (failure: Error): string =>
  failure instanceof ApiError
    ? readable(failure.message, 'Повторите')
    : 'Не знаем, дошёл ли ответ: посмотрите переписку и повторите, если его там нет';

interface HeldByOtherProps {
  order: ShownOrder;
  refused: string | undefined;
  onTaken: () => void;
}

/** Another is writing in the order: what was typed stays, and whoever must may take it over. */
function HeldByOther({ order: { order_id: orderId, held_by: holder }, refused, onTaken }: HeldByOtherProps) {
  const { take, isTaking } = useTakenOrder();
  const isTold = refused !== undefined && holder?.is_mine !== true;
  if (!isTold) return null;
  return (
    <Callout
      tone="wait"
      role="alert"
      title="Заявку ведёт другой."
      action={
        <TextButton aria-disabled={isTaking || undefined} onClick={() => take(orderId, onTaken, true)}>
          {holder === null ? 'Забрать заявку' : `Забрать: ведёт ${holder.name}`}
        </TextButton>
      }
    >
      {readable(refused, 'Дождитесь')}. Ваш черновик сохранён.
    </Callout>
  );
}
