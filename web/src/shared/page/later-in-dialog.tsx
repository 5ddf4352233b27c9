import { Suspense, type ComponentType } from 'react';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { lazyPart } from './lazy-part.tsx';

/** The content of a dialog, loaded when it is first opened. */
export function laterInDialog(load: () => Promise<ComponentType>) {
  const Part = lazyPart(load);
  return () => (
    <Suspense fallback={<SkeletonRows label="Загружаем" tile={false} />}>
      <Part />
    </Suspense>
  );
}
