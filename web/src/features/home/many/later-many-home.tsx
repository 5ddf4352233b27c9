import type { ComponentProps } from 'react';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';

const Part = lazyPart(async () => (await import('./many-home.tsx')).ManyHome);

/** In files of its own, which a contract of few services never loads; named here, because the first load has no room for their names. */
export const ManyHome = (props: ComponentProps<typeof Part>) => <Part {...props} />;
