import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { contract, type Wire } from '#api/contract.ts';
import { callQuery } from '#api/use-call.ts';
import { phone } from '#lib/format.ts';
import { useProvider } from '#lib/provider.ts';
import { useInternetAccount, useTelephone } from '#shared/data/frame-data.ts';
import { PromisedCard } from '#shared/money/promised-payment.tsx';
import { Empty, ErrorBlock } from '#ui/callout.tsx';
import { Card, Columns, Stack } from '#ui/card.tsx';
import { Ways } from '#ui/choice.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { AmountCard } from './amount-card.tsx';
import { typedText } from './amount.ts';
import { PayBar } from './pay-bar.tsx';
import styles from './payment.module.css';
import { PaymentHelp } from './payment-help.tsx';
import { AutopaymentPart, TransferPart } from './other-ways.tsx';
import { paidTitle } from './paid-note.tsx';
import { SbpCard } from './sbp-card.tsx';
import { useSbp, type AccountKind, type Sbp } from './use-sbp.ts';
import { useSum } from './use-sum.ts';
import { useSettled } from './use-settled.ts';

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

const SETTLED_MS = 300;

/** The result of a payment of this sum; undefined while it loads. */
function useOptions(p: AccountKind, typed: string | undefined) {
  const amount = useSettled(typed, SETTLED_MS);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...callQuery(contract.payment.options, { query: { p, ...(amount !== undefined && { amount }) } }),
    placeholderData: (before) => before,
  });
  const isCounted = !isPlaceholderData && amount === typed;
  return { ...data, ...(isCounted ? { amount: typed } : NOT_COUNTED), error, again: () => void refetch() };
}

/** The answer is for another sum: what it says of the result does not hold. */
const NOT_COUNTED = { amount: undefined, after: undefined };

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
  const { sbp, renew } = useSbp(p, asked, { balance, switchesOn });
  return { p, price, sum, balance, options, isPossible, sbp, renew };
}

/** Sum, way and code of one payment. When it is paid, the page shows only the success. */
export function PaymentForm(props: PaymentFormProps) {
  const { calendar, onTitle } = props;
  const all = usePayment(props);
  const { p, sum, sbp, renew } = all;
  const isPaid = sbp.kind === 'paid';
  const code = useInSight(sbp.kind, sum.asked);
  useTitle(sbp, sum.asked, onTitle);
  if (!all.isPossible) {
    return (
      <Stack>
        <NoWays />
        <PromisedCard key={p} p={p} />
        <AutopaymentPart p={p} />
        <Transfer {...all} />
        {calendar}
      </Stack>
    );
  }
  return (
    <div className={styles.page}>
      <Columns even>
        {!isPaid && <SumColumn {...all} />}
        <Stack>
          <div ref={code}>
            <CodeCard {...all} />
          </div>
          {!isPaid && <PaymentHelp p={p} isOpen={sbp.kind === 'expired'} />}
          {!isPaid && <PromisedCard key={p} p={p} />}
          {!isPaid && <Transfer {...all} />}
        </Stack>
        <AutopaymentPart p={p} />
      </Columns>
      {calendar}
      {!isPaid && (
        <PayBar
          sbp={sbp}
          typed={sum.typed}
          isCurrent={sum.other === undefined && sum.asked !== undefined}
          onPay={sum.pay}
          onRenew={renew}
        />
      )}
    </div>
  );
}

/** After the payment the heading tells what has come of it, and stands in sight. */
function useTitle(sbp: Sbp, amount: string | undefined, onTitle: PaymentFormProps['onTitle']): void {
  const title = sbp.kind === 'paid' && amount !== undefined ? paidTitle(sbp, amount) : undefined;
  useEffect(() => {
    onTitle(title);
    if (title !== undefined && window.matchMedia(PHONE).matches) window.scrollTo({ top: 0 });
    return () => onTitle(undefined);
  }, [title, onTitle]);
}

/** Shown when no bank is connected. */
function NoWays() {
  const [support] = useProvider().support_phones;
  return (
    <Card title="Как заплатить">
      <Empty icon="wallet" title="Здесь заплатить пока нельзя">
        Платежи из банка и наличными приходят на счёт как обычно.
        {support && ` Подскажем, где ближе: ${phone(support.phone)}.`}
      </Empty>
    </Card>
  );
}

type All = ReturnType<typeof usePayment>;

function Transfer({ options: { ways, transfer, amount } }: All) {
  const note = ways?.find(({ way }) => way === 'transfer')?.text;
  return <TransferPart transfer={transfer} note={note} amount={amount} />;
}

function SumColumn({ price, sum, balance, options }: All) {
  return (
    <Stack>
      <AmountCard
        form={sum.form}
        price={price}
        balance={balance}
        text={sum.text}
        problem={sum.problem}
        after={options.after ?? (options.error ? null : undefined)}
        reach={options.reach ?? []}
        fee={options.ways?.[0]?.fee}
        onText={sum.write}
        onLeave={sum.judge}
        onPay={sum.pay}
      />
      <WaysCard {...options} />
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

const PHONE = '(max-width: 767.98px)';
const TROUBLES: ReadonlySet<Sbp['kind']> = new Set(['failed', 'rejected', 'expired']);

/** On a phone the card of the code is below the sum: scrolls to it when a code is requested, and on an error. */
function useInSight(kind: Sbp['kind'], asked: string | undefined) {
  const card = useRef<HTMLDivElement>(null);
  const first = useRef(asked);
  const isTrouble = TROUBLES.has(kind);
  useEffect(() => {
    const isAnswer = isTrouble || asked !== first.current;
    if (isAnswer && window.matchMedia(PHONE).matches) card.current?.scrollIntoView({ block: 'start' });
  }, [asked, isTrouble]);
  return card;
}

/** A transfer has its own card, and cannot be started with the button here. */
const isAtOnce = ({ way }: { way: string }): boolean => way !== 'transfer';

function WaysCard({ ways, error, again }: Pick<ReturnType<typeof useOptions>, 'ways' | 'error' | 'again'>) {
  if (!ways) {
    return (
      <Card title="Как заплатить">
        {error ? (
          <ErrorBlock title="Не удалось загрузить способы оплаты." onRetry={again}>
            Сумма сохранилась.
          </ErrorBlock>
        ) : (
          <SkeletonRows label="Загружаем способы оплаты" count={1} tile={false} />
        )}
      </Card>
    );
  }
  return (
    <Card>
      <Ways
        legend="Как заплатить"
        name="way"
        options={ways.filter(isAtOnce).map(({ way, title, text }) => ({
          value: way,
          title,
          note: text,
          aside: <Icon name="qr-code" />,
        }))}
        value={ways.find(isAtOnce)?.way}
        onChange={() => undefined}
      />
    </Card>
  );
}
