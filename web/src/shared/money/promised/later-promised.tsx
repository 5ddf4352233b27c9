import { Suspense, type ComponentProps } from 'react';
import { cameAt } from '#web/lib/page/embedded.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { renderedPart } from '#web/shared/page/rendered-part.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import type { PromisedDialog } from './promised-dialog.tsx';
import type { PromisedCard, PromisedWay } from './promised-payment.tsx';
import styles from './later-promised.module.css';

// Pages import these, not the files themselves: few clients take a promised payment, and the first load of home has no room for it.

const Dialog = lazyPart(async () => (await import('./promised-dialog.tsx')).PromisedDialog);
const OwnCard = renderedPart(async () => (await import('./promised-payment.tsx')).PromisedCard, cameAt('/payment/'));
const Way = renderedPart(
  async () => (await import('./promised-payment.tsx')).PromisedWay,
  () => document.querySelector('[data-promised]') !== null,
);

/** The confirmation; its file comes as soon as there is an offer, before anybody presses the button. */
export const LaterPromisedDialog = (props: ComponentProps<typeof PromisedDialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);

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
