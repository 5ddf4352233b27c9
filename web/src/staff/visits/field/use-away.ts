import { useServerAway } from '#web/api/reach.ts';
import { useOnline } from '#web/lib/page/online.ts';

/** Whether the server cannot be reached now. */
export const useAway = (): boolean => [useServerAway(), !useOnline()].includes(true);
