import type { ComponentProps } from 'react';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { LaterPromiseStrip, LaterTroubleCard } from '../seldom-parts.tsx';
import { OrdersCard } from '../services/orders-card.tsx';

const load = () => import('./many-home.tsx');
const Part = lazyPart(async () => (await load()).ManyHome);

/** Parts that both homes have: they are in this file's load, and would join the first load if that home imported them. */
const parts = { OrdersCard, PromiseStrip: LaterPromiseStrip, TroubleCard: LaterTroubleCard };

/** In files of its own, which a contract of few services never loads; named here, because the first load has no room for their names. */
export const ManyHomePart = (props: Omit<ComponentProps<typeof Part>, 'parts'>) => <Part {...props} parts={parts} />;

// The page that the server has rendered is taken over once its later parts are here (main.tsx); so this home must be here, too.
if (typeof document !== 'undefined' && document.querySelector('[data-many]')) await load().catch(() => undefined);
