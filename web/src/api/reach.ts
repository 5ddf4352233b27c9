import { sharedValue, useShared } from '#web/lib/page/shared-value.ts';

// Whether the latest request reached the server. The device may report a network while the server, or the connection to it, is down.

const away = sharedValue(false);

/** Called with the outcome of every request. */
export const noteReach = (reached: boolean): void => away.set(!reached);

export const useServerAway = (): boolean => useShared(away, false);
