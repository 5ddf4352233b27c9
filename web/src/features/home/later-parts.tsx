import { Suspense, type ComponentType, type ReactNode } from 'react';
import { lazyPart } from '#shared/page/lazy-part.tsx';
import {
  FailureSkeleton,
  OperationsSkeleton,
  OrdersSkeleton,
  PromiseSkeleton,
  PurseSkeleton,
  PursesSkeleton,
  ServicesSkeleton,
} from './home-skeleton.tsx';

// Parts that few clients see are loaded when needed, parts at the bottom after the rest, to keep the first load small.

/** A part that is loaded later; `awaited` takes its place until then, and `data-awaited` makes the splash wait for it. */
function awaiting<Props extends object>(load: () => Promise<ComponentType<Props>>, awaited: ReactNode = null) {
  const Part: ComponentType<Props> = lazyPart(load);
  return function Awaiting(props: Props) {
    return (
      <Suspense
        fallback={
          <>
            {awaited}
            <span hidden data-awaited />
          </>
        }
      >
        <Part {...props} />
      </Suspense>
    );
  };
}

const rare = () => import('./after-first.ts');

export const TroubleCard = awaiting(async () => (await rare()).TroubleCard, <PursesSkeleton />);
export const FailureCards = awaiting(async () => (await rare()).FailureCards, <FailureSkeleton />);
export const CalmPurse = awaiting(async () => (await rare()).CalmPurse, <PurseSkeleton />);
export const WhileOff = awaiting(async () => (await rare()).WhileOff);
export const ManyServices = awaiting(async () => (await rare()).ManyServices, <ServicesSkeleton />);
export const NoServices = awaiting(async () => (await rare()).NoServices, <ServicesSkeleton />);
export const TelephoneCard = awaiting(async () => (await rare()).TelephoneCard, <PurseSkeleton />);
export const OrdersCard = awaiting(async () => (await rare()).OrdersCard, <OrdersSkeleton />);
export const OperationsCard = awaiting(async () => (await rare()).OperationsCard, <OperationsSkeleton />);
export const PromiseStrip = awaiting(async () => (await rare()).PromiseStrip, <PromiseSkeleton />);
export const SinceLastVisit = awaiting(async () => (await rare()).SinceLastVisit);
