import { Suspense } from 'react';
import { Skeleton } from '#ui/skeleton.tsx';
import { lazyPart } from '#shared/page/lazy-part.tsx';

const ClientCard = lazyPart(async () => (await import('./client-card.tsx')).ClientCard);

/** The client card for dialogs, loaded when it is first opened. */
export function ClientCardLater() {
  return (
    <Suspense fallback={<Skeleton height="14rem" round="md" />}>
      <ClientCard />
    </Suspense>
  );
}
