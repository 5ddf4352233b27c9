import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { PursesSkeleton, ServicesSkeleton } from './home-skeleton.tsx';
import type * as rareParts from './rare-parts.ts';

// What few clients see comes when it is needed: the first load is counted in kilobytes.

const parts = () => import('./rare-parts.ts');

/** A part of the rare ones; `awaited` stands in its place until it has come. */
function rare<Props extends object>(pick: (all: typeof rareParts) => ComponentType<Props>, awaited: ReactNode = null) {
  const Part = lazy(async () => ({ default: pick(await parts()) as ComponentType<object> }));
  return function Rare(props: Props) {
    return (
      <Suspense fallback={awaited}>
        <Part {...props} />
      </Suspense>
    );
  };
}

export const TroubleCard = rare(({ TroubleCard: Part }) => Part, <PursesSkeleton />);
export const FailureCards = rare(({ FailureCards: Part }) => Part);
export const WhileOff = rare(({ WhileOff: Part }) => Part);
export const ManyServices = rare(({ ManyServices: Part }) => Part, <ServicesSkeleton />);
export const NoServices = rare(({ NoServices: Part }) => Part, <ServicesSkeleton />);
