import { Suspense, type ComponentProps } from 'react';
import { cameAt } from '#web/lib/page/embedded.ts';
import { renderedPart } from '#web/shared/page/rendered-part.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import type { PromiseNow } from './promise-now.tsx';
import type { PromisedCard, PromisedWay } from './promised-payment.tsx';
import styles from './later-promised.module.css';

// Pages import these, not the files themselves: few clients take a promised payment, and the first load of home has no room for it.

const load = () => import('./promised-parts.ts');
const isHere = (): boolean => document.querySelector('[data-promised]') !== null;
const OwnCard = renderedPart(async () => (await load()).PromisedCard, cameAt('/payment/'));
const Way = renderedPart(async () => (await load()).PromisedWay, isHere);
const Now = renderedPart(async () => (await load()).PromiseNow, isHere);

const waiting = <SkeletonRows label="Загружаем обещанный платёж" count={1} tile={false} />;

/** A separate card, on the payment page. */
export const LaterPromisedCard = (props: ComponentProps<typeof PromisedCard>) => (
  <Suspense fallback={<Card title="Обещанный платёж">{waiting}</Card>}>
    <OwnCard {...props} />
  </Suspense>
);

/** The second way out of a debt. */
export const LaterPromisedWay = (props: ComponentProps<typeof PromisedWay>) => (
  <Suspense fallback={<div className={styles.awaited}>{waiting}</div>}>
    <Way {...props} />
  </Suspense>
);

/** The second way out of the debts of all accounts, taken as one. */
export const LaterPromiseNow = (props: ComponentProps<typeof PromiseNow>) => (
  <Suspense fallback={<div className={styles.awaited}>{waiting}</div>}>
    <Now {...props} />
  </Suspense>
);
