// Loaded after the first screen, in one file, because a request costs more than some bytes: parts of home that few clients see or
// that are at the bottom, and components that show nothing until something happens.
import '#web/ui/look/print.css';
import { come } from '#web/shared/page/rendered-part.tsx';

export { AbovePages } from '#web/shared/confirmation/above-pages.tsx';
export { Anchor } from '#web/shared/page/anchor.tsx';
export { PageBanners } from '#web/shared/frame/page-banners.tsx';
export { begin } from './late-work.ts';
export { CalmPurse } from './money/calm-purse.tsx';
export { ManyHomePart } from './many/later-many-home.tsx';
export { NextCharge } from './money/next-charge.tsx';
export { NothingCame } from './trouble/nothing-came.tsx';
export { OperationsCard } from './money/operations-card.tsx';
export { OrdersCard } from './services/orders-card.tsx';
export { SinceLastVisit } from './news/since-last-visit.tsx';
export { TelephoneCard } from './money/telephone-card.tsx';

come.add('after-first');
