import { Suspense, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { afterFirst } from './load-after-first.ts';
import {
  FailureSkeleton,
  HeadSkeleton,
  NextChargeSkeleton,
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

export const LaterManyHome = awaiting(
  'ManyHomePart',
  <>
    <HeadSkeleton />
    <PursesSkeleton />
  </>,
);
export const LaterTroubleCard = awaiting('TroubleCard', <PursesSkeleton />);
export const LaterFailureCards = awaiting('FailureCards', <FailureSkeleton />);
export const LaterCalmPurse = awaiting('CalmPurse', <PurseSkeleton />);
export const LaterManyServices = awaiting('ManyServices', <ServicesSkeleton />);
export const LaterNextCharge = awaiting('NextCharge', <NextChargeSkeleton />);
export const LaterNoServices = awaiting('NoServices', <ServicesSkeleton />);
export const LaterTelephoneCard = awaiting('TelephoneCard', <PurseSkeleton />);
export const LaterOrdersCard = awaiting('OrdersCard', <OrdersSkeleton />);
export const LaterOperationsCard = awaiting('OperationsCard', <OperationsSkeleton />);
export const LaterPromiseStrip = awaiting('PromiseStrip', <PromiseSkeleton />);
export const LaterSinceLastVisit = awaiting('SinceLastVisit');
