import { cookieToken, isSessionAlive } from '#web/api/session.ts';
import { leaveFor } from '#web/lib/page/leave.ts';
import { readStored } from '#web/lib/page/stored.ts';
import { destination } from './destination.ts';

/** Whether there is a recent token, or the cabinet's cache of the last day. */
const hasBeenIn = (): boolean => cookieToken() !== undefined || readStored<unknown>('cache', null) !== null;

/**
 * Redirects a signed-in visitor to the cabinet. The server does this for a browser with the `signed-in` cookie; this function is
 * for a browser that has lost it. With a reason in the address (`why`) the visitor has to sign in.
 */
export async function enterIfSignedIn(): Promise<void> {
  const { search } = window.location;
  if (new URLSearchParams(search).has('why') || !hasBeenIn()) return;
  if (await isSessionAlive()) leaveFor(destination(search));
}
