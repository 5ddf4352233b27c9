// Loaded after the first screen, in one file, because a request costs more than some bytes: parts of home that few clients see or
// that are at the bottom, and components that show nothing until something happens.
import '#ui/print.css';

export { AbovePages } from '#shared/confirmation/above-pages.tsx';
export { Anchor } from '#shared/page/anchor.tsx';
export { PageBanners } from '#shared/frame/page-banners.tsx';
export { PromisedCard, PromisedWay } from '#shared/money/promised-payment.tsx';
export { begin } from './late-work.ts';
export { CalmPurse } from './calm-purse.tsx';
export { FailureCards } from './failure-cards.tsx';
export { ManyServices } from './many-services.tsx';
export { NoServices } from './no-services.tsx';
export { OperationsCard } from './operations-card.tsx';
export { OrdersCard } from './orders-card.tsx';
export { PromiseStrip } from './promise-strip.tsx';
export { SinceLastVisit } from './since-last-visit.tsx';
export { TelephoneCard } from './telephone-card.tsx';
export { TroubleCard } from './trouble-card.tsx';
export { WhileOff } from './while-off.tsx';
