import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { clockText, useNow } from '#web/lib/clock/use-now.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Callout } from '#web/ui/card/callout.tsx';

const AWAY = 'Сервер сейчас не отвечает. Повторите через минуту';

/** What went wrong with a form of entry: the error of each field, of the whole form, and the wait after too many attempts. */
export function useTrouble() {
  const [failure, setFailure] = useState<Error>();
  const [lockedUntil, setLockedUntil] = useState(0);
  const now = useNow(lockedUntil > nowMs());
  const refuse = (error: Error): void => {
    setFailure(error);
    if (error instanceof ApiError && error.status === 429) setLockedUntil(nowMs() + (error.retryAfter ?? 30) * 1000);
  };
  const locked = Math.max(0, Math.ceil((lockedUntil - now) / 1000));
  return {
    refuse,
    clear: () => setFailure(undefined),
    code: failure instanceof ApiError ? failure.code : undefined,
    fields: failure instanceof ApiError ? failure.errors : {},
    message: failure && readable(failure.message, AWAY),
    /** Seconds until the next attempt. */
    locked,
  };
}

/** An error of the whole form, not of one field. */
export function TroubleNote({ message, locked }: { message: string | undefined; locked: number }) {
  if (locked > 0) {
    return (
      <Callout tone="wait" icon="clock" role="alert" title="Слишком много попыток.">
        Повторить можно через {clockText(locked)}.
      </Callout>
    );
  }
  return (
    message !== undefined && (
      <Callout tone="bad" role="alert">
        {message}
      </Callout>
    )
  );
}
