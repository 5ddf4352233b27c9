import { useState } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, rubles } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { useRehearsal } from '../actions/use-rehearsal.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { AccountChoice, type ChosenAccount } from './account-choice.tsx';
import { Evidence, Matters } from './evidence.tsx';
import styles from './inbox.module.css';

type Notification = Wire<typeof contract.payments.surplus>[number];

const TITLES = {
  surplus: 'QR уже оплачен, деньги пришли ещё раз',
  mismatch: 'Сумма не та, или такого QR у нас нет',
} as const;

/** Money of the bank that no payment waited for. */
export function BankMoney({ outcome }: { outcome: keyof typeof TITLES }) {
  const answer = useAnswer(contract.payments[outcome], {});
  const today = dayOf(now());
  return (
    <Matters answer={answer} keyOf={({ notification_id: id }) => id}>
      {(one) => (
        <Evidence
          title={TITLES[outcome]}
          sum={one.amount}
          raw={[
            `${momentText(one.received_at, today)}, ${one.acquirer}, операция ${one.external_id}`,
            `QR ${one.qr_id}${one.contract_id === null ? '' : `, договор ${one.contract_id}`}`,
          ]}
        >
          <MoneyDecision notification={one} />
        </Evidence>
      )}
    </Matters>
  );
}

function MoneyDecision({ notification }: { notification: Notification }) {
  const { account_no: no, contract_id: contractId } = notification;
  const may = useMay('payments settle');
  const [to, choose] = useState<ChosenAccount | undefined>(
    no === null ? undefined : { account_no: no, name: `Договор ${contractId ?? ''}` },
  );
  if (!may) return <p>Решает бухгалтер.</p>;
  return (
    <>
      <AccountChoice onChosen={choose} />
      <SettleMoney key={to?.account_no} notification={notification} to={to} />
    </>
  );
}

const failed = (failure: Error): void => void sayError(failure, 'Не получилось. Повторите', 'Не сделали');

interface SettleProps {
  notification: Notification;
  to: ChosenAccount | undefined;
}

function SettleMoney({ notification, to }: SettleProps) {
  const settle = useChange(contract.payments.settle);
  const id = { notification_id: String(notification.notification_id) };
  const returned = { ...id, how: 'returned' } as const;
  const credited = to && ({ ...id, how: 'credited', account_no: to.account_no } as const);
  const rehearsal = useRehearsal(contract.payments.settle, credited ?? returned, { paused: settle.isPending });
  const refusal = refusalOf(rehearsal.error)?.message;
  const decide = (body: typeof returned | NonNullable<typeof credited>, title: string, text: string): void =>
    settle.mutate({ body }, { onSuccess: () => saySuccess(title, text), onError: failed });
  return (
    <>
      <p className={styles.note} aria-live="polite">
        {refusal === undefined ? willBe(to, rehearsal.data?.balance) : `${refusal}.`}
      </p>
      <ButtonRow>
        {credited && (
          <Button
            busy={settle.isPending}
            aria-disabled={refusal !== undefined || undefined}
            onClick={() => decide(credited, 'Зачислили', to.name)}
          >
            Зачислить {rubles(notification.amount)}
          </Button>
        )}
        <Button
          look="line"
          busy={settle.isPending}
          onClick={() => decide(returned, 'Отметили', 'Деньги плательщику вернул банк')}
        >
          Банк вернул плательщику
        </Button>
      </ButtonRow>
    </>
  );
}

/** «Договор 100001, счёт 1040217: станет 412,30 ₽.» */
function willBe(to: ChosenAccount | undefined, balance: string | null | undefined): string {
  if (!to) return 'Найдите, кому зачислить, или верните деньги в кабинете банка.';
  return `${to.name}, счёт ${to.account_no}${balance == null ? '' : `: станет ${rubles(balance)}`}.`;
}
