import { Suspense, type ComponentType, type ReactNode } from 'react';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { afterFirst, seldom } from './load-after-first.ts';
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

type Loaded<File> = {
  readonly [Name in keyof File]: File[Name] extends ComponentType<infer Props> ? Props & object : never;
};

/** A part of a file that is loaded later; `awaited` takes its place until then, and `data-awaited` makes the splash wait for it. */
const partsOf =
  <File extends object>(load: () => Promise<File>) =>
  <Name extends keyof File>(name: Name, awaited: ReactNode = null) => {
    type Props = Loaded<File>[Name];
    const Part = lazyPart(async () => (await load())[name] as ComponentType<Props>);
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
  };

const awaiting = partsOf(afterFirst);
const awaitingSeldom = partsOf(seldom);

export const LaterManyHome = awaiting(
  'ManyHomePart',
  <>
    <HeadSkeleton />
    <PursesSkeleton />
  </>,
);
export const LaterTroubleCard = awaitingSeldom('TroubleCard', <PursesSkeleton />);
export const LaterFailureCards = awaitingSeldom('FailureCards', <FailureSkeleton />);
export const LaterAllOff = awaitingSeldom('AllOff', <ServicesSkeleton />);
export const LaterCalmPurse = awaiting('CalmPurse', <PurseSkeleton />);
export const LaterManyServices = awaitingSeldom('ManyServices', <ServicesSkeleton />);
export const LaterNextCharge = awaiting('NextCharge', <NextChargeSkeleton />);
export const LaterNoServices = awaitingSeldom('NoServices', <ServicesSkeleton />);
export const LaterTelephoneCard = awaiting('TelephoneCard', <PurseSkeleton />);
export const LaterOrdersCard = awaiting('OrdersCard', <OrdersSkeleton />);
export const LaterOperationsCard = awaiting('OperationsCard', <OperationsSkeleton />);
export const LaterPromiseStrip = awaitingSeldom('PromiseStrip', <PromiseSkeleton />);
export const LaterSinceLastVisit = awaiting('SinceLastVisit');
