import { Suspense, type ReactNode } from 'react';
import type { User } from '#web/shared/data/frame-data.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { ServiceTrouble } from '#web/shared/service/page/service-trouble.tsx';

const SuspensionNow = lazyPart(async () => (await import('./suspension-now.tsx')).SuspensionNow);

/** The first card of a service that does not work. A pause by the client can be ended here; for other causes `way` is the action that helps. */
export function PauseOrTrouble({ user, way }: { user: User; way?: ReactNode }) {
  if (user.state !== 'paused') return <ServiceTrouble user={user} way={way} />;
  return (
    <ServiceTrouble
      user={user}
      way={
        <Suspense>
          <SuspensionNow user={user} />
        </Suspense>
      }
    />
  );
}
