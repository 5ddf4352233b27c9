import type { ReactNode } from 'react';
import { useInternetAccount, useTelephone } from '#web/shared/data/frame-data.ts';
import { Columns, Stack } from '#web/ui/card/card.tsx';
import { isAtBank, NoWays, useInSight, useTitle, WaysFailed } from '../form-parts.tsx';
import { JointAmounts } from './joint-amounts.tsx';
import { bothUntil } from '../paid-note.tsx';
import { PayBar } from '../pay-bar.tsx';
import styles from '../payment.module.css';
import { PaymentHelp } from '../payment-help.tsx';
import { LaterBankWait } from '../ways/later-bank-wait.tsx';
import { SbpCard } from '../ways/sbp-card.tsx';
import { useJointSums, type Both } from './use-joint-sums.ts';
import { useOptions } from '../use-options.ts';
import { useSbp } from '../ways/use-sbp.ts';

interface JointFormProps {
  prices: Parameters<typeof useJointSums>[0];
  /** The sums of the address: digits, dots and commas. */
  addressed: Both<string | undefined>;
  calendar: ReactNode;
  onTitle: (title: string | undefined) => void;
}

/** Names of what both parts bring back; undefined until both results are for these sums. */
function switchedOn(options: Both<ReturnType<typeof useOptions>>, asked: Both<string> | undefined) {
  const { i, t } = options;
  if (!asked || i.amount !== asked.i || t.amount !== asked.t || !i.after || !t.after) return undefined;
  return [...i.after.switches_on, ...t.after.switches_on];
}

function useAccounts() {
  const internet = useInternetAccount().data;
  const telephone = useTelephone().data;
  return { balances: { i: internet?.balance, t: telephone?.balance }, until: bothUntil(internet, telephone) };
}

function useJoint({ prices, addressed, onTitle }: Omit<JointFormProps, 'calendar'>) {
  const { form, ...sums } = useJointSums(prices, addressed);
  const options = { i: useOptions('i', sums.typed.i), t: useOptions('t', sums.typed.t) };
  const { balances, until } = useAccounts();
  const isPossible = options.i.ways?.some(({ way }) => way === 'sbp') ?? true;
  const asked = isPossible ? sums.asked : undefined;
  const order = asked && { p: 'i' as const, amount: asked.i, other: asked.t };
  const { sbp, renew, visit } = useSbp(order, {
    balance: balances.i,
    other: balances.t,
    switchesOn: switchedOn(options, asked),
  });
  const isCurrent = !sums.isChanged && sums.asked !== undefined;
  const atBank = isAtBank(sbp, visit, isCurrent);
  useTitle(sbp, sums.askedTotal, onTitle, { until, isAtBank: atBank });
  return { form, prices, sums, options, balances, isPossible, sbp, renew, visit, isCurrent, atBank };
}

/** One payment for both accounts: a sum for each, their total, one code. */
export function JointForm({ calendar, ...props }: JointFormProps) {
  const all = useJoint(props);
  const { sbp, sums, visit } = all;
  if (all.atBank && sbp.kind === 'waiting' && sums.askedTotal !== undefined) {
    return <LaterBankWait sbp={sbp} visit={visit} amount={sums.askedTotal} account="Оба счёта" />;
  }
  return all.isPossible ? (
    <div className={styles.page}>
      <Paying {...all} />
      {calendar}
      {sbp.kind !== 'paid' && (
        <PayBar
          sbp={sbp}
          visit={visit}
          typed={sums.payableTotal}
          isCurrent={all.isCurrent}
          onPay={sums.pay}
          onRenew={all.renew}
        />
      )}
    </div>
  ) : (
    <Stack>
      <NoWays />
      {calendar}
    </Stack>
  );
}

/** The sums and the code; when it is paid, only the success. */
function Paying(all: ReturnType<typeof useJoint>) {
  const { sums, sbp, renew } = all;
  const isPaid = sbp.kind === 'paid';
  const code = useInSight(sbp.kind, sums.askedTotal);
  return (
    <Columns even>
      {!isPaid && (
        <Stack>
          <JointAmounts {...all} />
          <WaysFailed {...all.options.i} />
        </Stack>
      )}
      <Stack>
        <div ref={code}>
          <SbpCard
            p="i"
            isJoint
            sbp={sbp}
            amount={sums.askedTotal}
            typed={sums.payableTotal}
            other={sbp.kind === 'waiting' && sums.isChanged ? sums.payableTotal : undefined}
            balance={undefined}
            onPay={sums.pay}
            onRenew={renew}
            onBack={sums.back}
          />
        </div>
        {!isPaid && <PaymentHelp p="i" isOpen={sbp.kind === 'expired'} />}
      </Stack>
    </Columns>
  );
}
