import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { typedRubles } from '@kabinet/contract/kernel/money';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, rubles } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Field, focusFirstWrong, MoneyField } from '#web/ui/field/field.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { QrCode } from '#web/shared/page/qr-code.tsx';
import type { AccountKind } from '../ways/use-sbp.ts';
import styles from './ask.module.css';

type Made = Wire<typeof contract.paymentLink.make>;

/** Asks for the sum and the words, then shows the link, once. */
export function AskDialog({ p, onClose }: { p: AccountKind; onClose: () => void }) {
  const price = useCall(contract.payment.expectedPrice, { query: { p } });
  const [made, setMade] = useState<Made>();
  return (
    <Dialog open onClose={onClose} title={made ? 'Ссылка готова' : 'Попросить оплатить'}>
      {made ? (
        <MadeLink made={made} onClose={onClose} />
      ) : price.data || price.error ? (
        <AskForm p={p} proposed={price.data?.amount} onMade={setMade} onClose={onClose} />
      ) : (
        <Skeleton height="12rem" round="md" />
      )}
    </Dialog>
  );
}

interface Refusal {
  amount?: string | undefined;
  words?: string | undefined;
  whole?: string | undefined;
}

const OF_SUM = ['payment_amount_too_small', 'payment_amount_too_large'];

function refusalOf(failure: Error): Refusal {
  const text = readable(failure.message, 'Ссылку не сделали. Повторите через минуту');
  if (!(failure instanceof ApiError)) return { whole: text };
  if (OF_SUM.includes(failure.code ?? '')) return { amount: text };
  const { 'body.amount': amount, 'body.words': words } = failure.errors;
  return amount === undefined && words === undefined ? { whole: text } : { amount, words };
}

const lacking = (amount: string, words: string): Refusal => ({
  ...(typedRubles(amount) === undefined && { amount: 'Напишите сумму в\u00a0рублях' }),
  ...(words.trim() === '' && { words: 'Напишите, за что платить' }),
});

interface AskFormProps {
  p: AccountKind;
  /** What to pay so that everything works; undefined: it is not known. */
  proposed: string | undefined;
  onMade: (made: Made) => void;
  onClose: () => void;
}

function AskForm({ p, proposed, onMade, onClose }: AskFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [amount, setAmount] = useState(proposed?.replace(/\.00$/, '').replace('.', ',') ?? '');
  const [words, setWords] = useState('');
  const [refusal, setRefusal] = useState<Refusal>({});
  const { mutate, isPending } = useAction(contract.paymentLink.make);
  useEffect(() => focusFirstWrong(form.current), [refusal]);
  const make = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const lacks = lacking(amount, words);
    setRefusal(lacks);
    if (Object.keys(lacks).length > 0) return;
    mutate(
      { body: { p, amount: amount.replace(/\s/g, ''), words } },
      { onSuccess: onMade, onError: (failure) => setRefusal(refusalOf(failure)) },
    );
  };
  return (
    <DialogForm ref={form} onSubmit={make}>
      {refusal.whole !== undefined && <Callout tone="bad" role="alert" title={`${refusal.whole}.`} />}
      <MoneyField
        label="Сумма"
        value={amount}
        hint={proposed === undefined ? undefined : `Чтобы всё работало, нужно ${rubles(proposed)}`}
        error={refusal.amount}
        onChange={setAmount}
      />
      <Field
        label="За что"
        autoComplete="off"
        {...within(80, { value: words, hint: '«За интернет мамы»: это увидит плательщик', error: refusal.words })}
        onChange={({ target }) => setWords(target.value)}
      />
      <p>
        Ссылка действует семь дней и&nbsp;на&nbsp;один платёж. Кроме суммы и&nbsp;этих слов, по&nbsp;ней ничего
        не&nbsp;видно.
      </p>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          Сделать ссылку
        </Button>
        <Button look="plain" onClick={onClose}>
          Не нужно
        </Button>
      </ButtonRow>
    </DialogForm>
  );
}

/** Some browsers offer to send it to a messenger. */
const canShare = (): boolean => typeof navigator.share === 'function';

function MadeLink({ made: { url, amount, words, expires_at }, onClose }: { made: Made; onClose: () => void }) {
  const share = (): void => {
    // Whoever closes the sheet of the device has changed his mind: nothing has failed.
    void navigator.share({ text: `${words}, ${rubles(amount)}`, url }).catch(() => undefined);
  };
  return (
    <DialogForm onSubmit={(event) => event.preventDefault()}>
      <p>
        {words}, {rubles(amount)}. Действует до&nbsp;{momentText(expires_at, dayOf(now()))}. Больше мы&nbsp;эту ссылку
        не&nbsp;покажем.
      </p>
      <p className={styles.made}>
        <code>{url}</code>
      </p>
      <div className={styles.code}>
        <QrCode payload={url} label="QR-код ссылки для оплаты" />
      </div>
      <ButtonRow stacked>
        <Button icon="copy" onClick={() => void copyText(url, 'Скопировали', 'Отправьте ссылку тому, кто заплатит')}>
          Скопировать ссылку
        </Button>
        {canShare() && (
          <Button look="line" icon="send" onClick={share}>
            Отправить
          </Button>
        )}
        <Button look="plain" onClick={onClose}>
          Готово
        </Button>
      </ButtonRow>
    </DialogForm>
  );
}
