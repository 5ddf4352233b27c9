import type { ReactNode } from 'react';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import type { Wire, contract } from '#web/api/contract.ts';
import { useInternetAccount, useTelephone } from '#web/shared/data/frame-data.ts';
import { LaterPromisedCard } from '#web/shared/money/promised/later-promised.tsx';
import { Columns, Stack } from '#web/ui/card/card.tsx';
import { AmountCard } from './amount/amount-card.tsx';
import { typedText } from './amount/amount.ts';
import { isAtBank, NoWays, useInSight, useTitle, WaysFailed } from './form-parts.tsx';
import { PayBar } from './pay-bar.tsx';
import styles from './payment.module.css';
import { PaymentHelp } from './payment-help.tsx';
import { AskPart, AutopaymentPart, TransferPart } from './other-ways.tsx';
import { LaterBankWait } from './ways/later-bank-wait.tsx';
import { SbpCard } from './ways/sbp-card.tsx';
import { useOptions } from './use-options.ts';
import { useSbp, type AccountKind } from './ways/use-sbp.ts';
import { useSum } from './amount/use-sum.ts';

type Price = Wire<typeof contract.payment.expectedPrice>;

export interface PaymentFormProps {
  p: AccountKind;
  price: Price;
  /** The sum of the address: digits, dots and commas. */
  addressed: string | undefined;
  /** The calendar, below the payment. */
  calendar: ReactNode;
  /** The heading of the page changes with the payment; undefined is the usual one. */
  onTitle: (title: string | undefined) => void;
}

function useBalance(p: AccountKind): string | undefined {
  const internet = useInternetAccount().data;
  const telephone = useTelephone().data;
  return (p === 'i' ? internet : telephone)?.balance;
}

function usePayment({ p, price, addressed }: Omit<PaymentFormProps, 'calendar' | 'onTitle'>) {
  const sum = useSum(p, price, addressed);
  const balance = useBalance(p);
  const options = useOptions(p, sum.typed);
  // Until the ways are loaded, assume that SBP is possible.
  const isPossible = options.ways?.some(({ way }) => way === 'sbp') ?? true;
  const asked = isPossible ? sum.asked : undefined;
  const switchesOn = options.amount === asked ? options.after?.switches_on : undefined;
  const { sbp, renew, visit } = useSbp(asked === undefined ? undefined : { p, amount: asked }, { balance, switchesOn });
  const isCurrent = sum.other === undefined && sum.asked !== undefined;
  return { p, price, sum, balance, options, isPossible, sbp, renew, visit, isCurrent };
}

/** Sum, way and code of one payment. When it is paid, the page shows only the success. */
export function PaymentForm(props: PaymentFormProps) {
  const { calendar, onTitle } = props;
  const all = usePayment(props);
  const { p, sum, sbp } = all;
  const isPaid = sbp.kind === 'paid';
  // Where no day is known, as beside another billing, there is no autopayment: without it the left column would be half as high.
  const hasDays = all.price.suggestions.some(({ lasts_until: until }) => until);
  const [Left, Right] = hasDays ? [AutopaymentPart, AskPart] : [AskPart, AutopaymentPart];
  const code = useInSight(sbp.kind, sum.asked);
  useTitle(sbp, sum.asked, onTitle, { isAtBank: isAtBank(sbp, all.visit, all.isCurrent) });
  const other = instead(
    all,
    <>
      <LaterPromisedCard key={p} p={p} />
      <AutopaymentPart p={p} />
      <Transfer {...all} />
      {calendar}
    </>,
  );
  if (other !== undefined) return other;
  return (
    <div className={styles.page}>
      <Columns even>
        {!isPaid && <SumColumn {...all} />}
        <Stack>
          <div ref={code}>
            <CodeCard {...all} />
          </div>
          {!isPaid && <PaymentHelp p={p} isOpen={sbp.kind === 'expired'} />}
          {!isPaid && <LaterPromisedCard key={p} p={p} />}
          {!isPaid && <Transfer {...all} />}
          <Right p={p} />
        </Stack>
        <Left p={p} />
      </Columns>
      {calendar}
      <Bar {...all} />
    </div>
  );
}

const Bar = ({ sbp, visit, sum, isCurrent, renew }: All) =>
  sbp.kind !== 'paid' && (
    <PayBar sbp={sbp} visit={visit} typed={sum.typed} isCurrent={isCurrent} onPay={sum.pay} onRenew={renew} />
  );

/** What stands for the form: there is no way to pay, or the bank is awaited. */
function instead({ p, sum, sbp, visit, isPossible, isCurrent }: All, others: ReactNode): ReactNode {
  if (!isPossible) {
    return (
      <Stack>
        <NoWays />
        {others}
      </Stack>
    );
  }
  if (sbp.kind !== 'waiting' || sum.asked === undefined || !isAtBank(sbp, visit, isCurrent)) return undefined;
  return <LaterBankWait sbp={sbp} visit={visit} amount={sum.asked} account={`Счёт «${ACCOUNT_NAMES[p]}»`} />;
}

type All = ReturnType<typeof usePayment>;

function Transfer({ options: { ways, transfer, amount } }: All) {
  const note = ways?.find(({ way }) => way === 'transfer')?.text;
  return <TransferPart transfer={transfer} note={note} amount={amount} />;
}

function SumColumn({ p, price, sum, balance, options }: All) {
  return (
    <Stack>
      <AmountCard
        p={p}
        form={sum.form}
        price={price}
        balance={balance}
        text={sum.text}
        problem={sum.problem}
        after={options.after ?? (options.error ? null : undefined)}
        reach={options.reach ?? (options.error ? [] : undefined)}
        fee={options.ways?.[0]?.fee}
        onText={sum.write}
        onLeave={sum.judge}
        onPay={sum.pay}
      />
      <WaysFailed {...options} />
    </Stack>
  );
}

function CodeCard({ p, sum, balance, sbp, renew }: All) {
  return (
    <SbpCard
      p={p}
      sbp={sbp}
      amount={sum.asked}
      typed={sum.typed}
      other={sbp.kind === 'waiting' ? sum.other : undefined}
      balance={balance}
      onPay={sum.pay}
      onRenew={renew}
      onBack={() => {
        if (sum.asked !== undefined) sum.write(typedText(sum.asked));
      }}
    />
  );
}
