import { Suspense, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { lazyPart } from '#shared/page/lazy-part.tsx';
import { afterFirst } from './load-after-first.ts';
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

type Parts = Awaited<ReturnType<typeof afterFirst>>;
type Name = Exclude<keyof Parts, 'begin'>;
type PropsOf<One extends Name> = ComponentProps<Parts[One]> & object;

/** A part that is loaded later; `awaited` takes its place until then, and `data-awaited` makes the splash wait for it. */
function awaiting<One extends Name>(name: One, awaited: ReactNode = null) {
  const Part = lazyPart(async () => (await afterFirst())[name] as ComponentType<PropsOf<One>>);
  return function Awaiting(props: PropsOf<One>) {
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

export const TroubleCard = awaiting('TroubleCard', <PursesSkeleton />);
export const FailureCards = awaiting('FailureCards', <FailureSkeleton />);
export const CalmPurse = awaiting('CalmPurse', <PurseSkeleton />);
export const WhileOff = awaiting('WhileOff');
export const ManyServices = awaiting('ManyServices', <ServicesSkeleton />);
export const NoServices = awaiting('NoServices', <ServicesSkeleton />);
export const TelephoneCard = awaiting('TelephoneCard', <PurseSkeleton />);
export const OrdersCard = awaiting('OrdersCard', <OrdersSkeleton />);
export const OperationsCard = awaiting('OperationsCard', <OperationsSkeleton />);
export const PromiseStrip = awaiting('PromiseStrip', <PromiseSkeleton />);
export const SinceLastVisit = awaiting('SinceLastVisit');
