import { Suspense } from 'react';
import { Card } from '#ui/card.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { afterFirst } from './after-first.ts';
import type { Account } from '#shared/data/frame-data.ts';
import { lazyPart, Nothing } from '#shared/page/lazy-part.tsx';

// The promised payment for screens beside home: it is in the file that every page loads after the first screen. Imported as it
// is, it would be in two files, or in the first load.

const Way = lazyPart(async () => (await afterFirst()).PromisedWay, Nothing);
const Whole = lazyPart(async () => (await afterFirst()).PromisedCard, Nothing);

const waiting = <SkeletonRows label="Загружаем обещанный платёж" count={1} tile={false} />;

/** A card of its own. */
export function PromisedCard({ p }: { p: Account['kind'] }) {
  return (
    <Suspense fallback={<Card title="Обещанный платёж">{waiting}</Card>}>
      <Whole key={p} p={p} />
    </Suspense>
  );
}

/** The second way out of a debt, inside a card. */
export function PromisedWay({ p }: { p: Account['kind'] }) {
  return (
    <Suspense fallback={waiting}>
      <Way key={p} p={p} />
    </Suspense>
  );
}
