import type { ReactNode } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { rubles } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, ButtonRow, LinkButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { State, type Tone } from '#web/ui/card/state.tsx';
import { BeforeCode } from './before-code.tsx';
import { PaidNote } from '../paid-note.tsx';
import { QrPlace } from '#web/shared/page/qr-code.tsx';
import { ReceivedNote } from '../received-note.tsx';
import styles from './sbp-card.module.css';
import type { AccountKind, Sbp } from './use-sbp.ts';
import { WaitingCode } from './waiting-code.tsx';

interface SbpCardProps {
  p: AccountKind;
  sbp: Sbp;
  /** The sum of the code; undefined before a code is requested. */
  amount: string | undefined;
  /** The typed sum, if it is within the limits. */
  typed: string | undefined;
  /** The typed sum, when it differs from that of the code. */
  other: string | undefined;
  balance: string | undefined;
  /** The payment is for both accounts. */
  isJoint?: boolean;
  /** Requests a code for the typed sum. */
  onPay: () => void;
  /** Requests a new code for the same sum. */
  onRenew: () => void;
  /** Puts the sum of the code back into the field. */
  onBack: () => void;
}

const states: Record<Sbp['kind'], readonly [tone: Tone, word: string] | undefined> = {
  none: undefined,
  making: ['info', 'Готовим код'],
  failed: ['bad', 'Не получилось'],
  waiting: ['info', 'Ждём оплату'],
  received: ['info', 'Зачисляем'],
  paid: ['ok', 'Оплачено'],
  expired: ['off', 'Время вышло'],
  rejected: ['bad', 'Банк отклонил'],
  refunded: ['off', 'Деньги вернули'],
};

/** The payment by SBP: its code, its current state, and the actions in each state. */
export function SbpCard({ sbp, amount, other, ...rest }: SbpCardProps) {
  return (
    // The live region exists before its first text, so that screen readers announce every change.
    <Card
      title="Оплата по СБП"
      aside={
        <span role="status">
          <StateWord kind={sbp.kind} />
        </span>
      }
    >
      <div className={styles.body}>
        {other !== undefined && amount !== undefined && (
          <OtherSum amount={amount} other={other} onPay={rest.onPay} onBack={rest.onBack} />
        )}
        <Body sbp={sbp} amount={amount ?? '0.00'} isOld={other !== undefined} {...rest} />
      </div>
    </Card>
  );
}

function StateWord({ kind }: { kind: Sbp['kind'] }) {
  const [tone, word] = states[kind] ?? [];
  if (!tone) return null;
  return (
    <State tone={tone} icon={kind === 'waiting' ? 'clock' : undefined}>
      {word}
    </State>
  );
}

interface OtherSumProps {
  amount: string;
  other: string;
  onPay: () => void;
  onBack: () => void;
}

/** Says that the code is for another sum than the typed one, or for the same in other parts. */
function OtherSum({ amount, other, onPay, onBack }: OtherSumProps) {
  const isSame = amount === other;
  return (
    <Callout
      tone="wait"
      role="status"
      title={isSame ? 'Суммы по\u00a0счетам изменились.' : `Сумма изменилась: ${rubles(other)}.`}
    >
      {isSame ? 'Прежний код делит деньги по-старому.' : `Прежний код — на\u00a0${rubles(amount)}.`}
      <span className={styles.choices}>
        <span className={styles.onlyWide}>
          <Button size="sm" onClick={onPay}>
            {isSame ? 'Новый код' : `Код на\u00a0${rubles(other)}`}
          </Button>
        </span>
        <Button size="sm" look="line" onClick={onBack}>
          {isSame ? 'Вернуть прежние' : `Вернуть ${rubles(amount)}`}
        </Button>
      </span>
    </Callout>
  );
}

type BodyProps = Omit<SbpCardProps, 'other' | 'amount' | 'onBack'> & { amount: string; isOld: boolean };

function Body({ p, sbp, amount, typed, isOld, balance, isJoint = false, onPay, onRenew }: BodyProps) {
  switch (sbp.kind) {
    case 'none':
      return <BeforeCode typed={typed} onPay={onPay} />;
    case 'making':
      return (
        <div className={styles.code}>
          <Money value={amount} size="lg" />
          <QrPlace />
          <p className={styles.small}>Банк делает код. Обычно это пара секунд.</p>
        </div>
      );
    case 'waiting':
      return <WaitingCode sbp={sbp} amount={amount} isOld={isOld} />;
    case 'received':
      return <ReceivedNote sbp={sbp} amount={amount} isJoint={isJoint} />;
    case 'paid':
      return <PaidNote p={p} sbp={sbp} amount={amount} balance={balance} isJoint={isJoint} onRenew={onRenew} />;
    case 'failed':
      return <FailedNote error={sbp.error} onRenew={onRenew} />;
    default:
      return <EndedNote p={p} kind={sbp.kind} onRenew={onRenew} />;
  }
}

/** A message instead of a code, and the next action. */
function Note({
  tone,
  title,
  action,
  children,
}: {
  tone: Tone;
  title: string;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <Callout tone={tone} title={title} role={tone === 'bad' ? 'alert' : 'status'}>
        {children}
      </Callout>
      <div className={styles.onlyWide}>
        <ButtonRow>{action}</ButtonRow>
      </div>
    </>
  );
}

function FailedNote({ error, onRenew }: { error: Error; onRenew: () => void }) {
  // About the payer's sum; other errors come from the bank or the network.
  if (refusalOf(error)) {
    return (
      <Callout tone="bad" role="alert" title={`${readable(error.message, 'Такую сумму не принимаем')}.`}>
        Измените сумму и повторите.
      </Callout>
    );
  }
  return (
    <Note
      tone="bad"
      title="Код не получился."
      action={
        <Button icon="refresh" onClick={onRenew}>
          Повторить
        </Button>
      }
    >
      {readable(error.message, 'Банк сейчас не отвечает')}. Деньги не списаны, сумма сохранилась.
    </Note>
  );
}

const endings = {
  expired: {
    tone: 'wait',
    title: 'Время кода вышло.',
    text: 'Если вы уже подтвердили оплату в банке, деньги придут сами. Если нет — сделайте новый код.',
    action: 'Сделать новый код',
  },
  rejected: {
    tone: 'bad',
    title: 'Банк отклонил оплату.',
    text: 'Деньги не списаны. Проверьте остаток и дневной лимит по СБП или выберите в приложении другой счёт.',
    action: 'Попробовать ещё раз',
  },
  refunded: {
    tone: 'info',
    title: 'Деньги вернулись в банк.',
    text: 'Обычно они видны на вашем счёте в банке в тот же день.',
    action: 'Заплатить снова',
  },
} as const;

interface EndedProps {
  p: AccountKind;
  kind: keyof typeof endings;
  onRenew: () => void;
}

function EndedNote({ p, kind, onRenew }: EndedProps) {
  const { tone, title, text, action } = endings[kind];
  return (
    <Note
      tone={tone}
      title={title}
      action={
        <>
          <Button icon="refresh" onClick={onRenew}>
            {action}
          </Button>
          {kind === 'expired' && (
            <LinkButton to={`/payments-history/${p}`} look="line">
              Мои платежи
            </LinkButton>
          )}
        </>
      }
    >
      {text}
    </Note>
  );
}
