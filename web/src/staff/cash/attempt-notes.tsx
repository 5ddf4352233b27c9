import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { nowMs } from '#web/lib/clock/clock.ts';
import { counted, rubles, timeText } from '#web/lib/text/format.ts';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { State } from '#web/ui/card/state.tsx';
import { contract } from '../api/contract.ts';
import { answerKey, useAnswer } from '../api/use-call.ts';
import { useStaffKeys } from '../lib/staff-keys.ts';
import styles from './cash.module.css';
import { RECEIPT_LOOK } from './cash.texts.ts';
import type { ReceiptCopy, TakenCash } from './cash-data.ts';
import type { TakeState, useAttempt } from './use-attempt.ts';

interface NotesProps {
  attempt: ReturnType<typeof useAttempt>;
  onPrint: (copy: ReceiptCopy) => void;
  onUndo: (transactionId: number) => void;
}

/** What became of a payment: whether money has moved comes first. */
export function AttemptNotes({ attempt, onPrint, onUndo }: NotesProps) {
  const { state, send, reset } = attempt;
  if (state.step === 'done') return <Taken taken={state.taken} onPrint={onPrint} onUndo={onUndo} />;
  if (state.step === 'alike')
    return <Alike state={state} onSame={() => void reset()} onOther={() => void send(state.body)} />;
  if (state.step === 'refused') return <Refused failure={state.failure} />;
  if (state.step !== 'unknown') return null;
  return (
    <div className={styles.note}>
      <Callout tone="bad" icon="wifi-off" role="alert" title="Не знаем, прошёл ли платёж: спросим сами.">
        Не принимайте второй раз. Спрашиваем про тот же платёж
        {state.times > 1 ? `, уже ${counted(state.times, 'раз', 'раза', 'раз')}` : ''}, пока сервер не ответит.
      </Callout>
    </div>
  );
}

function Refused({ failure }: { failure: Error }) {
  const begins = failure.message.startsWith('Деньги не приняты');
  return (
    <div className={styles.note}>
      <Callout tone="bad" role="alert" title={begins ? undefined : 'Деньги не приняты.'}>
        {failure.message}.
      </Callout>
    </div>
  );
}

interface AlikeProps {
  state: Extract<TakeState, { step: 'alike' }>;
  onSame: () => void;
  onOther: () => void;
}

const MINUTE = 60;

/** «две минуты назад» */
const agoText = (seconds: number): string =>
  seconds < MINUTE
    ? 'меньше минуты назад'
    : `${counted(Math.round(seconds / MINUTE), 'минуту', 'минуты', 'минут')} назад`;

function Alike({ state: { body, alike }, onSame, onOther }: AlikeProps) {
  return (
    <div className={styles.note}>
      <Callout tone="wait" icon="copy" role="alert" title={`Такой же платёж ${agoText(alike.seconds)}.`}>
        {rubles(body.amount)} наличными на тот же счёт, в {timeText(alike.at)}.
      </Callout>
      <ButtonRow>
        <Button size="sm" onClick={onSame}>
          Это тот же, не принимать
        </Button>
        <Button size="sm" look="line" onClick={onOther}>
          Принять ещё {rubles(body.amount)}
        </Button>
      </ButtonRow>
    </div>
  );
}

/** Receipts of a register come within seconds. */
const RECEIPT_EVERY_MS = 2000;

/** The copy as its receipt goes on: asked until it is issued or refused, and then the list is asked again, too. */
function useIssued(first: ReceiptCopy): ReceiptCopy {
  const cache = useQueryClient();
  const request = { query: { transaction_id: String(first.transaction_id) } };
  const known = cache.getQueryData<ReceiptCopy>(answerKey(contract.cash.receipt, request)) ?? first;
  const isWaiting = known.receipt.state === 'ordered';
  const { data } = useAnswer(contract.cash.receipt, request, {
    enabled: isWaiting,
    ...(isWaiting && { every: RECEIPT_EVERY_MS }),
  });
  const isIssued = data !== undefined && data.receipt.state !== 'ordered';
  useEffect(() => {
    if (isIssued) void cache.invalidateQueries({ queryKey: answerKey(contract.desk.show) });
  }, [cache, isIssued]);
  return data ?? first;
}

function Taken({ taken, onPrint, onUndo }: { taken: TakenCash } & Omit<NotesProps, 'attempt'>) {
  const { transaction_id: id } = taken.copy;
  const copy = useIssued(taken.copy);
  const print = (): void => onPrint(copy);
  const mayUndo = Date.parse(taken.undo_until) > nowMs();
  useStaffKeys({ 'alt KeyP': print }, { first: true });
  useEffect(() => {
    // It may answer with a promise, which is no cleaning up.
    document.getElementById('taken')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { tone, word } = RECEIPT_LOOK[copy.receipt.state];
  return (
    <section className={styles.taken} id="taken" aria-label="Принято">
      <div role="status">
        <p>
          <State tone="ok">Принято в {timeText(copy.at)}</State>
        </p>
        <h2>{changeWords(copy)}</h2>
        <p className={styles.sub}>
          {copy.payer.name}, {rubles(copy.amount)}. На счёте {rubles(taken.balance)}
          {taken.blocked ? ', услуги ещё отключены' : ''}.{' '}
          <State tone={tone} quiet={tone !== 'bad'}>
            Чек {copy.receipt.number ?? ''} {word.toLowerCase()}
          </State>
        </p>
      </div>
      <ButtonRow>
        <Button size="sm" look="plain" onClick={print}>
          Копия чека <kbd>Alt P</kbd>
        </Button>
        {mayUndo && (
          <Button size="sm" look="plain" onClick={() => onUndo(id)}>
            Отменить платёж
          </Button>
        )}
      </ButtonRow>
    </section>
  );
}

const changeWords = ({ change, amount }: ReceiptCopy): string =>
  change !== null && fromWireMoney(change) > 0 ? `Сдача ${rubles(change)}` : `${rubles(amount)} без сдачи`;
