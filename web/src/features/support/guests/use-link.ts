import { useEffect, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';

/**
 * What the secret of a link opens. `look` asks by a POST, because a secret must not stand in an address, and is the same function each
 * time.
 */
export function useLink<Found>(look: (secret: string) => Promise<Found>, secret: string) {
  const [found, setFound] = useState<Found>();
  const [error, setError] = useState<unknown>();
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let isShown = true;
    look(secret).then(
      (answer) => isShown && setFound(answer),
      (failure: unknown) => isShown && setError(failure),
    );
    return () => {
      isShown = false;
    };
  }, [look, secret, times]);
  const again = (): void => {
    setError(undefined);
    setTimes((before) => before + 1);
  };
  return { found, setFound, error, again };
}

/** A used, closed, expired or unknown link. */
export const isLinkOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'link_over';
