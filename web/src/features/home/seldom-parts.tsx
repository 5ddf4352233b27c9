import { partsOf } from './awaited-part.tsx';
import { FailureSkeleton, PromiseSkeleton, PursesSkeleton, ServicesSkeleton } from './home-skeleton.tsx';
import { seldom } from './load-seldom.ts';

// Parts that few clients see are loaded when needed.

const awaitingSeldom = partsOf('seldom', seldom);

export const LaterTroubleCard = awaitingSeldom('TroubleCard', <PursesSkeleton />);
export const LaterFailureCards = awaitingSeldom('FailureCards', <FailureSkeleton />);
export const LaterAllOff = awaitingSeldom('AllOff', <ServicesSkeleton />);
export const LaterManyServices = awaitingSeldom('ManyServices', <ServicesSkeleton />);
export const LaterNoServices = awaitingSeldom('NoServices', <ServicesSkeleton />);
export const LaterPromiseStrip = awaitingSeldom('PromiseStrip', <PromiseSkeleton />);
