import { partsOf } from './awaited-part.tsx';
import {
  HeadSkeleton,
  NextChargeSkeleton,
  OperationsSkeleton,
  OrdersSkeleton,
  PurseSkeleton,
  PursesSkeleton,
} from './home-skeleton.tsx';
import { afterFirst } from './load-after-first.ts';

// Parts at the bottom are loaded after the rest, to keep the first load small.

const awaiting = partsOf('after-first', afterFirst);

export const LaterManyHome = awaiting(
  'ManyHomePart',
  <>
    <HeadSkeleton />
    <PursesSkeleton />
  </>,
);
export const LaterCalmPurse = awaiting('CalmPurse', <PurseSkeleton />);
export const LaterNothingCame = awaiting('NothingCame', <HeadSkeleton />);
export const LaterNextCharge = awaiting('NextCharge', <NextChargeSkeleton />);
export const LaterTelephoneCard = awaiting('TelephoneCard', <PurseSkeleton />);
export const LaterOrdersCard = awaiting('OrdersCard', <OrdersSkeleton />);
export const LaterOperationsCard = awaiting('OperationsCard', <OperationsSkeleton />);
export const LaterSinceLastVisit = awaiting('SinceLastVisit');
