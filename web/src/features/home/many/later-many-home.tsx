import type { ComponentProps } from 'react';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';

const load = () => import('./many-home.tsx');
const Part = lazyPart(async () => (await load()).ManyHome);

/** In files of its own, which a contract of few services never loads; named here, because the first load has no room for their names. */
export const ManyHome = (props: ComponentProps<typeof Part>) => <Part {...props} />;

// The page that the server has rendered is taken over once its later parts are here (main.tsx); so this home must be here, too.
if (typeof document !== 'undefined' && document.querySelector('[data-many]')) await load().catch(() => undefined);
