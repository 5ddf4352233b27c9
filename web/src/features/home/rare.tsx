import { lazy, Suspense, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { PursesSkeleton, ServicesSkeleton } from './home-skeleton.tsx';

// What few clients see comes when it is needed: the first load is counted in kilobytes.

type Parts = typeof import('./rare-parts.ts');

/** A part of the rare ones; `awaited` stands in its place until it has come, as high as it will be. */
function rare<Name extends keyof Parts>(name: Name, awaited: ReactNode = null) {
  type Props = ComponentProps<Parts[Name]>;
  const Part = lazy(async () => ({ default: (await import('./rare-parts.ts'))[name] as ComponentType<Props> }));
  return function Rare(props: Props) {
    return (
      <Suspense fallback={awaited}>
        <Part {...props} />
      </Suspense>
    );
  };
}

export const TroubleCard = rare('TroubleCard', <PursesSkeleton />);
export const FailureCards = rare('FailureCards');
export const WhileOff = rare('WhileOff');
export const ManyServices = rare('ManyServices', <ServicesSkeleton />);
