import { useEffect, useState } from 'react';
import { nowMs } from '#web/lib/clock/clock.ts';
import { usePhoneNumbers, useUsers, type User } from '#web/shared/data/frame-data.ts';
import type { PhoneNumber } from '../text/service.texts.ts';
import { State } from '#web/ui/card/state.tsx';

/** Refetch interval while the outside system has not applied the change. */
const ASK_AGAIN_MS = 3000;
/** After this time «применяется…» needs an explanation. */
const LONG_MS = 60_000;

/**
 * «Применяется…» while the outside system has not carried out a change of the service, «Применено» once it has. Nothing
 * when there was no change to wait for.
 */
export function ServiceApplied({ user: { is_applied } }: { user: Pick<User, 'is_applied'> }) {
  const { refetch } = useUsers();
  return <Applied is_applied={is_applied} refetch={refetch} />;
}

/** The same of a phone number. */
export function NumberApplied({ number: { is_applied } }: { number: Pick<PhoneNumber, 'is_applied'> }) {
  const { refetch } = usePhoneNumbers();
  return <Applied is_applied={is_applied} refetch={refetch} />;
}

interface AppliedProps {
  is_applied: boolean;
  /** Asks for the state again. */
  refetch: () => Promise<unknown>;
}

function Applied({ is_applied, refetch }: AppliedProps) {
  const [wasAwaited, setAwaited] = useState(!is_applied);
  if (!is_applied && !wasAwaited) setAwaited(true);
  const isLong = useAwaited(!is_applied, refetch);
  return (
    <span role="status">
      {!is_applied && (
        <State tone="info">{isLong ? 'Применяется дольше обычного, но\u00a0не\u00a0потеряется' : 'Применяется…'}</State>
      )}
      {is_applied && wasAwaited && (
        <State tone="ok" quiet>
          Применено
        </State>
      )}
    </span>
  );
}

/** Asks again until the change is applied; returns whether that takes long. */
function useAwaited(isAwaited: boolean, refetch: AppliedProps['refetch']): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const since = nowMs();
    const timer = setInterval(() => {
      setLong(nowMs() - since > LONG_MS);
      void refetch();
    }, ASK_AGAIN_MS);
    return () => {
      clearInterval(timer);
      setLong(false);
    };
  }, [isAwaited, refetch]);
  return isLong;
}
