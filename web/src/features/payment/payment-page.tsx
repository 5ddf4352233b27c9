import { useState, type ReactNode } from 'react';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { rubles } from '#web/lib/text/format.ts';
import { Link, useLocation, useParams } from '#web/lib/page/router.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { useTelephone } from '#web/shared/data/frame-data.ts';
import { sumOf } from '#web/shared/money/account-sums.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { Segmented } from '#web/ui/field/choice.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { JointForm } from './joint/joint-form.tsx';
import styles from './payment.module.css';
import { PaymentForm, type PaymentFormProps } from './payment-form.tsx';
import type { AccountKind } from './ways/use-sbp.ts';

/** /payment/:p and /payment/:p/:amount, also for both accounts: `?t=188`; `calendar` is shown below the payment. */
export function PaymentPage({ calendar }: { calendar?: ReactNode }) {
  const { p, amount } = useParams();
  const query = new URLSearchParams(useLocation().search);
  const account: AccountKind = p === 't' ? 't' : 'i';
  const isJoint = account === 'i' && query.has('t');
  const [title, setTitle] = useState<string>();
  const common = { calendar, onTitle: setTitle };
  return (
    <>
      <PageHead title={title ?? 'Пополнить счёт'} />
      <Accounts account={account} isJoint={isJoint} isPaid={title !== undefined} />
      {isJoint ? (
        <Joint addressed={{ i: amount, t: readSum(query.get('t')) }} {...common} />
      ) : (
        <Payment key={account} p={account} addressed={amount} {...common} />
      )}
    </>
  );
}

interface AccountsProps {
  account: AccountKind;
  isJoint: boolean;
  isPaid: boolean;
}

/** Which account to pay to: one, or both at once if both need money. */
function Accounts({ account, isJoint, isPaid }: AccountsProps) {
  const { pathname } = useLocation();
  const hasTelephone = useTelephone().data !== undefined;
  const price = useCall(contract.payment.expectedPrice, { query: { p: account } }).data;
  if (!hasTelephone && account === 'i') return null;
  const here = isJoint ? 'both' : account;
  const isOffered = isJoint || !!price?.other;
  return (
    <div className={styles.accounts}>
      <Segmented label="Счёт" links={linksFrom(here, pathname).filter(({ to }) => to !== BOTH || isOffered)} />
      {!isJoint && !isPaid && <Offer price={price} />}
    </div>
  );
}

/** The choices; the current one keeps its address, with the sum. */
const linksFrom = (here: AccountKind | 'both', pathname: string) => [
  { to: here === 'i' ? pathname : '/payment/i', text: 'Интернет', current: here === 'i' },
  { to: here === 't' ? pathname : '/payment/t', text: 'Телефон', current: here === 't' },
  { to: BOTH, text: 'Оба счёта', current: here === 'both' },
];

const Offer = ({ price }: { price: Price | undefined }) =>
  price?.other && (
    <p className={styles.offer}>
      <Link to={BOTH}>{offerText(price.amount, price.other)}</Link>
    </p>
  );

/** The payment for both accounts, with the sums that they need. */
const BOTH = '/payment/i?t';

/** A sum of the address; undefined if it is none. */
const readSum = (text: string | null): string | undefined =>
  text !== null && /^[\d.,]+$/.test(text) ? text : undefined;

/** «Одним платежом за оба счёта: 629 + 188 = 817 ₽». */
function offerText(own: string, { p, amount }: NonNullable<Price['other']>): string {
  const [internet, telephone] = p === 't' ? [own, amount] : [amount, own];
  const bare = (sum: string): string => rubles(sum).replace('\u00a0₽', '');
  const sum = `${bare(internet)} + ${bare(telephone)} = ${rubles(sumOf([own, amount]))}`;
  return `Одним платежом за\u00a0оба счёта: ${sum.replaceAll(' ', '\u00a0')}`;
}

type Price = Wire<typeof contract.payment.expectedPrice>;

function Joint(props: Omit<Parameters<typeof JointForm>[0], 'prices'>) {
  const internet = useCall(contract.payment.expectedPrice, { query: { p: 'i' } });
  const telephone = useCall(contract.payment.expectedPrice, { query: { p: 't' } });
  if (internet.data && telephone.data) {
    return <JointForm {...props} prices={{ i: internet.data, t: telephone.data }} />;
  }
  const failed = [internet, telephone].find(({ data, errorUpdateCount }) => !data && errorUpdateCount > 0);
  if (failed && isAbsent(failed)) return <NoAccount p={failed === internet ? 'i' : 't'} />;
  return <Unpriced price={failed ?? internet} calendar={props.calendar} />;
}

/** Whether the contract has no such account. */
const isAbsent = ({ error }: { error: Error | null }): boolean =>
  error instanceof ApiError && error.code === 'payment_no_account';

type PaymentProps = Pick<PaymentFormProps, 'p' | 'addressed' | 'calendar' | 'onTitle'>;

function Payment(props: PaymentProps) {
  const { p } = props;
  const price = useCall(contract.payment.expectedPrice, { query: { p } });
  if (price.data) return <PaymentForm {...props} price={price.data} />;
  if (isAbsent(price)) return <NoAccount p={p} />;
  return <Unpriced price={price} calendar={props.calendar} />;
}

interface UnpricedProps extends Pick<PaymentProps, 'calendar'> {
  price: Pick<ReturnType<typeof useCall>, 'error' | 'errorUpdateCount' | 'refetch'>;
}

/** What lies ahead needs no sum: it is shown when that has failed, and stays while it is asked for again. */
const Unpriced = ({ price, calendar }: UnpricedProps) => (
  <Stack>
    {price.error ? (
      <Card title="Сумма">
        <ErrorBlock title="Не удалось загрузить сумму к оплате." onRetry={() => void price.refetch()}>
          Деньги не списаны.
        </ErrorBlock>
      </Card>
    ) : (
      <PaymentSkeleton />
    )}
    {price.errorUpdateCount > 0 && calendar}
  </Stack>
);

function NoAccount({ p }: { p: AccountKind }) {
  const other = p === 't' ? 'i' : 't';
  return (
    <Card title={ACCOUNT_NAMES[p]}>
      <Empty
        icon="wallet"
        title={`Счёта «${ACCOUNT_NAMES[p]}» нет`}
        action={<LinkButton to={`/payment/${other}`}>Пополнить счёт «{ACCOUNT_NAMES[other]}»</LinkButton>}
      >
        В&nbsp;договоре есть только счёт «{ACCOUNT_NAMES[other]}».
      </Empty>
    </Card>
  );
}

const waiting = <SkeletonRows label="Загружаем оплату" count={2} tile={false} />;

function PaymentSkeleton() {
  return (
    <Columns even>
      <Stack>
        <Card>
          <div className={styles.amount}>
            <Skeleton width="5rem" height="1.25rem" />
            <Skeleton height="4.5rem" round="md" />
            <Skeleton height="3.75rem" round="md" />
          </div>
          <div className={styles.after}>{waiting}</div>
        </Card>
      </Stack>
      <Stack>
        <Card title="Оплата по СБП">{waiting}</Card>
      </Stack>
    </Columns>
  );
}
