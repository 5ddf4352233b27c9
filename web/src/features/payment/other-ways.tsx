import { Suspense } from 'react';
import { lazyPart, Nothing } from '#shared/page/lazy-part.tsx';
import { Card, Columns } from '#ui/card.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import type { TransferCard } from './transfer-card.tsx';
import type { AccountKind } from './use-sbp.ts';

const Autopayment = lazyPart(async () => (await import('./autopayment-card.tsx')).AutopaymentCard, Nothing);
const Transfer = lazyPart(async () => (await import('./transfer-card.tsx')).TransferCard, Nothing);

interface OtherWaysProps extends Omit<Parameters<typeof TransferCard>[0], 'transfer'> {
  p: AccountKind;
  transfer: Parameters<typeof TransferCard>[0]['transfer'] | null | undefined;
}

/** Other ways to pay, below the main one: autopayment and a bank transfer. */
export function OtherWays({ p, transfer, ...rest }: OtherWaysProps) {
  return (
    <Columns even>
      <Suspense fallback={<Awaited title="Автоплатёж" />}>
        <Autopayment key={p} p={p} />
      </Suspense>
      {transfer && (
        <Suspense fallback={<Awaited title="Банковский перевод" />}>
          <Transfer transfer={transfer} {...rest} />
        </Suspense>
      )}
    </Columns>
  );
}

/** After a payment: so that the next one needs nobody. */
export const AutopaymentOffer = ({ p }: { p: AccountKind }) => (
  <Columns even>
    <Suspense fallback={<Awaited title="Автоплатёж" />}>
      <Autopayment key={p} p={p} />
    </Suspense>
  </Columns>
);

const Awaited = ({ title }: { title: string }) => (
  <Card title={title}>
    <SkeletonRows label={`Загружаем: ${title}`} count={1} tile={false} />
  </Card>
);
