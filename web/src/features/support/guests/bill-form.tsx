import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { rubles } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Field, focusFirstWrong } from '#web/ui/field/field.tsx';
import { isLinkOver } from './use-link.ts';

interface BillFormProps {
  secret: string;
  amount: string;
  onOrder: (order: Wire<typeof contract.paymentLink.pay>) => void;
  onOver: () => void;
}

interface Refusal {
  email?: string | undefined;
  note?: string | undefined;
  whole?: string | undefined;
}

function refusalOf(failure: Error): Refusal {
  const { 'body.email': email, 'body.note': note } = failure instanceof ApiError ? failure.errors : {};
  if (email !== undefined || note !== undefined) return { email, note };
  return { whole: readable(failure.message, 'Оплата не открылась, деньги не списаны. Повторите через минуту') };
}

/** Where the receipt goes and a word to the owner, both if the payer likes. */
export function BillForm({ secret, amount, onOrder, onOver }: BillFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<Refusal>({});
  const { mutate, isPending } = useAction(contract.paymentLink.pay);
  useEffect(() => focusFirstWrong(form.current), [refusal]);
  const pay = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setRefusal({});
    mutate(
      { body: { secret, email: email.trim() === '' ? null : email, note } },
      {
        onSuccess: onOrder,
        onError: (failure) => {
          if (isLinkOver(failure)) onOver();
          else setRefusal(refusalOf(failure));
        },
      },
    );
  };
  return (
    <DialogForm ref={form} onSubmit={pay}>
      {refusal.whole !== undefined && <Callout tone="bad" role="alert" title={`${refusal.whole}.`} />}
      <Field
        label="Почта для чека"
        type="email"
        autoComplete="email"
        {...within(254, {
          value: email,
          hint: 'Необязательно. Без неё чек придёт тому, кто вас попросил',
          error: refusal.email,
        })}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Field
        label="Пара слов от вас"
        autoComplete="off"
        {...within(120, { value: note, hint: 'Необязательно: «Это от Ильи»', error: refusal.note })}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" wide busy={isPending}>
        Оплатить {rubles(amount)} по&nbsp;СБП
      </Button>
    </DialogForm>
  );
}
