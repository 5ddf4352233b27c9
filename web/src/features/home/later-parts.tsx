import { Suspense, type ComponentType, type ReactNode } from 'react';
import { lazyPart } from '#shared/page/lazy-part.tsx';
import {
  OperationsSkeleton,
  OrdersSkeleton,
  PromiseSkeleton,
  PurseSkeleton,
  PursesSkeleton,
  ServicesSkeleton,
} from './home-skeleton.tsx';

// What few clients see comes when it is needed, what stands last comes after the rest: the first load is counted in kilobytes.

/** A part that comes later; `awaited` stands in its place until it has come, and `data-awaited` tells the splash of it. */
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
export const FailureCards = awaiting(async () => (await rare()).FailureCards);
export const WhileOff = awaiting(async () => (await rare()).WhileOff);
export const ManyServices = awaiting(async () => (await rare()).ManyServices, <ServicesSkeleton />);
export const NoServices = awaiting(async () => (await rare()).NoServices, <ServicesSkeleton />);
export const TelephoneCard = awaiting(async () => (await rare()).TelephoneCard, <PurseSkeleton />);
export const OrdersCard = awaiting(async () => (await rare()).OrdersCard, <OrdersSkeleton />);
export const MessagesCard = awaiting(async () => (await rare()).MessagesCard);
export const OperationsCard = awaiting(async () => (await rare()).OperationsCard, <OperationsSkeleton />);
export const PromiseStrip = awaiting(async () => (await rare()).PromiseStrip, <PromiseSkeleton />);
export const SinceLastVisit = awaiting(async () => (await rare()).SinceLastVisit);
