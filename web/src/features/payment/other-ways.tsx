import { Suspense } from 'react';
import { lazyPart, Nothing } from '#web/shared/page/lazy-part.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import type { TransferCard } from './transfer-card.tsx';
import type { AccountKind } from './ways/use-sbp.ts';

const Autopayment = lazyPart(async () => (await import('./autopayment/autopayment-card.tsx')).AutopaymentCard, Nothing);
const Ask = lazyPart(async () => (await import('./by-link/ask-card.tsx')).AskCard, Nothing);
const Transfer = lazyPart(async () => (await import('./transfer-card.tsx')).TransferCard, Nothing);

/** Pays by itself: beside the payment on a wide screen, below it on a narrow one; after a payment, so that the next one needs nobody. */
export const AutopaymentPart = ({ p }: { p: AccountKind }) => (
  <Suspense fallback={<Awaited title="Автоплатёж" />}>
    <Autopayment key={p} p={p} />
  </Suspense>
);

/** A link by which somebody else pays. */
export const AskPart = ({ p }: { p: AccountKind }) => (
  <Suspense>
    <Ask key={p} p={p} />
  </Suspense>
);

interface TransferPartProps extends Omit<Parameters<typeof TransferCard>[0], 'transfer'> {
  transfer: Parameters<typeof TransferCard>[0]['transfer'] | null | undefined;
}

/** A bank transfer, if the provider takes it. */
export const TransferPart = ({ transfer, ...rest }: TransferPartProps) =>
  transfer && (
    <Suspense fallback={<Awaited title="Банковский перевод" />}>
      <Transfer transfer={transfer} {...rest} />
    </Suspense>
  );

const Awaited = ({ title }: { title: string }) => (
  <Card title={title}>
    <SkeletonRows label={`Загружаем: ${title}`} count={1} tile={false} />
  </Card>
);
