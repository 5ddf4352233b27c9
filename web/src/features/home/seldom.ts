// What home shows only while something does not work or is promised, of no services, and of more than a plain list holds: a file of its
// own, because few clients see any of it. Their page names it (`isSeldom` in `cabinet-document.tsx`).
import { come } from '#web/shared/page/rendered-part.tsx';

export { AllOff } from './services/all-off.tsx';
export { FailureCards } from './trouble/failure-cards.tsx';
export { ManyServices } from './services/many-services.tsx';
export { NoServices } from './services/no-services.tsx';
export { OffTelephone } from './money/off-telephone.tsx';
export { PromiseStrip } from './money/promise-strip.tsx';
export { TroubleCard } from './trouble/trouble-card.tsx';

come.add('seldom');
