import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { negative, rubles } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Field } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { sendForStaff } from '../api/client.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import styles from './cash.module.css';
import type { ShiftPayment, UndoneCash } from './cash-data.ts';

const LONGEST_REASON = 500;

interface UndoDialogProps {
  payment: ShiftPayment;
  onUndone: () => void;
  onClose: () => void;
}

/** Takes a payment back: what it would do comes first, from its rehearsal. */
export function UndoDialog({ payment, onUndone, onClose }: UndoDialogProps) {
  const { transaction_id: id, amount } = payment;
  // The number of a receipt of another register is asked for here; the rehearsal only needs one.
  const needsNumber = payment.receipt.state === 'given';
  const body = { transaction_id: String(id), debt: 'yes' } as const;
  const rehearsal = useQuery({
    queryKey: ['cash undo rehearsed', id],
    queryFn: ({ signal }) =>
      sendForStaff(
        contract.cash.undo,
        { body: { ...body, reason: 'Прогон', dry_run: 'yes', ...(needsNumber && { receipt: '0' }) } },
        { signal },
      ),
    retry: false,
    gcTime: 0,
    // Not again after the real one: it would only be refused.
    staleTime: 'static',
  });
  const why = useRef<HTMLInputElement>(null);
  const isKnown = rehearsal.data !== undefined;
  useEffect(() => {
    if (isKnown) why.current?.focus();
  }, [isKnown]);
  const [reason, setReason] = useState('');
  const [receipt, setReceipt] = useState('');
  const [isJudged, setJudged] = useState(false);
  const [failure, setFailure] = useState<string>();
  const undo = useChange(contract.cash.undo);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setJudged(true);
    if (reason.trim() === '' || (needsNumber && receipt.trim() === '')) return;
    undo.mutate(
      { body: { ...body, reason: reason.trim(), ...(needsNumber && { receipt: receipt.trim() }) } },
      {
        onSuccess: () => {
          saySuccess('Платёж отменён', `Верните ${rubles(amount)} из ящика`);
          onUndone();
        },
        onError: ({ message }) => setFailure(message),
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={`Вернуть ${rubles(amount)}?`}>
      {rehearsal.isPending && <SkeletonRows label="Считаем, что будет" count={2} tile={false} />}
      {rehearsal.data && <Outcome payment={payment} outcome={rehearsal.data} />}
      <NotReturned why={rehearsal.error?.message ?? failure} />
      <DialogForm onSubmit={submit}>
        <Field
          ref={why}
          label="Почему"
          onChange={({ target }) => setReason(target.value)}
          {...within(LONGEST_REASON, {
            value: reason,
            hint: 'Прочитает абонент',
            error: missing(isJudged, reason, 'Напишите, почему'),
          })}
        />
        {needsNumber && (
          <Field
            label="Номер чека возврата"
            value={receipt}
            onChange={({ target }) => setReceipt(target.value)}
            error={missing(isJudged, receipt, 'Впишите номер чека возврата')}
          />
        )}
        <ButtonRow>
          <Button type="submit" look="cut" busy={undo.isPending} aria-disabled={!isKnown}>
            Вернуть {rubles(amount)}
          </Button>
          <Button look="line" onClick={onClose}>
            Не возвращать
          </Button>
        </ButtonRow>
      </DialogForm>
    </Dialog>
  );
}

const missing = (isJudged: boolean, typed: string, words: string): string | undefined =>
  isJudged && typed.trim() === '' ? words : undefined;

const NotReturned = ({ why }: { why: string | undefined }) =>
  why === undefined ? null : (
    <Callout tone="bad" role="alert" title="Деньги не возвращены.">
      {why}.
    </Callout>
  );

function Outcome({ payment, outcome }: { payment: ShiftPayment; outcome: UndoneCash }) {
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{payment.name}, из ящика наличными</dt>
        <dd>{rubles(negative(payment.amount), { kopecks: 'always' })}</dd>
      </div>
      <div>
        <dt>На счёте останется</dt>
        <dd>{rubles(outcome.balance, { kopecks: 'always' })}</dd>
      </div>
      {outcome.in_debt && (
        <div>
          <dt>Услуги</dt>
          <dd>отключатся за долг</dd>
        </div>
      )}
    </dl>
  );
}
