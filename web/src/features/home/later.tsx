import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { PursesSkeleton, ServicesSkeleton } from './home-skeleton.tsx';

// What few clients see comes when it is needed, what stands last comes after the rest: the first load is counted in kilobytes.

/** A part that is loaded when it is drawn; `awaited` stands in its place until it has come. */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>, awaited: ReactNode = null) {
  const Part = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  return function Later(props: Props) {
    return (
      <Suspense fallback={awaited}>
        <Part {...props} />
      </Suspense>
    );
  };
}

const rare = () => import('./rare-parts.ts');

export const TroubleCard = later(async () => (await rare()).TroubleCard, <PursesSkeleton />);
export const FailureCards = later(async () => (await rare()).FailureCards);
export const WhileOff = later(async () => (await rare()).WhileOff);
export const ManyServices = later(async () => (await rare()).ManyServices, <ServicesSkeleton />);
export const NoServices = later(async () => (await rare()).NoServices, <ServicesSkeleton />);
export const SinceLastVisit = later(async () => (await import('./since-last-visit.tsx')).SinceLastVisit);
