import { useState, type ReactNode } from 'react';
import { useLocation, useParams } from '#lib/router.tsx';
import { ApiError } from '#api/api-error.ts';
import { contract } from '#api/contract.ts';
import { useCall } from '#api/use-call.ts';
import { useTelephone } from '#shared/data/frame-data.ts';
import { PageHead } from '#shared/page/page-head.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Empty, ErrorBlock } from '#ui/callout.tsx';
import { Card, Columns, Stack } from '#ui/card.tsx';
import { Segmented } from '#ui/choice.tsx';
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx';
import styles from './payment.module.css';
import { PaymentForm, type PaymentFormProps } from './payment-form.tsx';
import type { AccountKind } from './use-sbp.ts';

/** /payment/:p and /payment/:p/:amount; `calendar` is shown below the payment. */
export function Page({ calendar }: { calendar?: ReactNode }) {
  const { p, amount } = useParams();
  const { pathname } = useLocation();
  const account: AccountKind = p === 't' ? 't' : 'i';
  const [title, setTitle] = useState<string>();
  const hasTelephone = useTelephone().data !== undefined;
  return (
    <>
      <PageHead title={title ?? 'Пополнить счёт'} />
      {(hasTelephone || account === 't') && (
        <div className={styles.accounts}>
          <Segmented
            label="Счёт"
            links={[
              { to: account === 'i' ? pathname : '/payment/i', text: 'Интернет' },
              { to: account === 't' ? pathname : '/payment/t', text: 'Телефон' },
            ]}
          />
        </div>
      )}
      <Payment key={account} p={account} addressed={amount} calendar={calendar} onTitle={setTitle} />
    </>
  );
}

type PaymentProps = Pick<PaymentFormProps, 'p' | 'addressed' | 'calendar' | 'onTitle'>;

function Payment(props: PaymentProps) {
  const { p } = props;
  const price = useCall(contract.payment.expectedPrice, { query: { p } });
  if (price.data) return <PaymentForm {...props} price={price.data} />;
  if (price.error instanceof ApiError && price.error.code === 'payment_no_account') return <NoAccount p={p} />;
  if (price.error) {
    return (
      <ErrorBlock title="Не удалось загрузить сумму к оплате." onRetry={() => void price.refetch()}>
        Деньги не списаны.
      </ErrorBlock>
    );
  }
  return <PaymentSkeleton />;
}

function NoAccount({ p }: { p: AccountKind }) {
  const other = p === 't' ? 'i' : 't';
  return (
    <Card title={p === 't' ? 'Телефон' : 'Интернет'}>
      <Empty
        icon={p === 't' ? 'phone' : 'globe'}
        title={p === 't' ? 'Счёта за телефон нет' : 'Счёта за интернет нет'}
        action={<LinkButton to={`/payment/${other}`}>Пополнить счёт «{p === 't' ? 'Интернет' : 'Телефон'}»</LinkButton>}
      >
        По вашему договору открыт только другой счёт.
      </Empty>
    </Card>
  );
}

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
          <div className={styles.after}>
            <SkeletonRows label="Считаем, сколько заплатить" count={2} tile={false} />
          </div>
        </Card>
      </Stack>
      <Stack>
        <Card title="Оплата по СБП">
          <SkeletonRows label="Загружаем способ оплаты" count={2} tile={false} />
        </Card>
      </Stack>
    </Columns>
  );
}
