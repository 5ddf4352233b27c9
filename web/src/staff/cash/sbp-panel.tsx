import { dayOf, momentText, rubles } from '#web/lib/text/format.ts';
import { now } from '#web/lib/clock/clock.ts';
import { QrCode } from '#web/shared/page/qr-code.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import styles from './cash.module.css';
import { ACCOUNT_FOR } from './cash.texts.ts';
import type { DeskSbp } from './use-desk-sbp.ts';

const LOOK_EVERY_MS = 3000;

interface SbpPanelProps {
  contractId: number;
  kind: 'i' | 't';
  sum: string | undefined;
  sbp: DeskSbp;
  /** Why nobody can pay so. */
  impossible: string | undefined;
  onNext: () => void;
}

/** Paying by the telephone of whoever stands here: the code, the bank's word, and nothing of it in the drawer. */
export function SbpPanel({ contractId, kind, sum, sbp, impossible, onNext }: SbpPanelProps) {
  if (sbp.code) return <Code contractId={contractId} code={sbp.code} onBack={sbp.forget} onNext={onNext} />;
  return (
    <section className={styles.takes} aria-label="Оплата по СБП">
      <div>
        <h2>По СБП {ACCOUNT_FOR[kind]}</h2>
        <p>
          <Money value={sum ?? '0.00'} size="xl" />
        </p>
      </div>
      {impossible !== undefined && <p>{impossible}</p>}
      <button type="submit" className={styles.pay} disabled={sbp.isMaking || impossible !== undefined}>
        Показать QR-код <kbd>↵</kbd>
      </button>
      {impossible === undefined && (
        <p className={styles.fine}>Абонент заплатит телефоном. В ящик эти деньги не попадут.</p>
      )}
    </section>
  );
}

interface CodeProps {
  contractId: number;
  code: NonNullable<DeskSbp['code']>;
  onBack: () => void;
  onNext: () => void;
}

const STATES = {
  created: 'Ждём банк',
  pending: 'Ждём оплату',
  paid: 'Оплачено',
  refunded: 'Возвращено',
  expired: 'Время кода вышло',
  rejected: 'Банк отклонил платёж',
} as const;

/** What became of the money, once the code is of no more use. */
const ENDED: Partial<Record<keyof typeof STATES, string>> = {
  paid: 'Деньги на счёте. Чек придёт абоненту, как при оплате в кабинете: второй не пробивайте.',
  refunded: 'Деньги вернули абоненту.',
  expired: 'Денег не взяли. Покажите новый код или примите наличные.',
  rejected: 'Денег не взяли. Пусть абонент выберет другой банк, или примите наличные.',
};

function Code({ contractId, code, onBack, onNext }: CodeProps) {
  const query = { contract_id: String(contractId) };
  const { data } = useAnswer(contract.payments.list, { query }, { every: LOOK_EVERY_MS });
  const cancel = useChange(contract.payments.cancel);
  const state = data?.find(({ payment_id: id }) => id === code.payment_id)?.state ?? 'pending';
  const isOpen = state === 'pending' || state === 'created';
  const back = (): void => {
    if (!isOpen) {
      onBack();
      return;
    }
    cancel.mutate(
      { body: { payment_id: code.payment_id } },
      { onSuccess: onBack, onError: (failure) => void sayError(failure, 'Повторите', 'Код не снят') },
    );
  };
  return (
    <section className={styles.takes} aria-label="Оплата по СБП">
      <div>
        <h2 role="status">{STATES[state]}</h2>
        <p>
          <Money value={code.amount} size="xl" />
        </p>
      </div>
      {isOpen && <QrCode payload={code.payload} label={`QR-код для оплаты ${rubles(code.amount)} по СБП`} />}
      <CodeButton {...{ state, isOpen, onNext }} isBusy={cancel.isPending} onBack={back} />
      <p className={styles.fine}>
        {ENDED[state] ??
          `Код действует до ${momentText(code.expires_at, dayOf(now()))}. Наведите на него камеру телефона.`}
      </p>
    </section>
  );
}

interface CodeButtonProps {
  state: keyof typeof STATES;
  isOpen: boolean;
  isBusy: boolean;
  onBack: () => void;
  onNext: () => void;
}

/** To the next payer after the payment; before it, back to the form. */
function CodeButton({ state, isOpen, isBusy, onBack, onNext }: CodeButtonProps) {
  if (state === 'paid') {
    return (
      <button type="button" className={styles.pay} onClick={onNext}>
        Следующий
      </button>
    );
  }
  return (
    <button type="button" className={styles.pay} disabled={isBusy} onClick={onBack}>
      {isOpen ? 'Снять код' : 'Назад'}
    </button>
  );
}
