import { cookieToken, isSessionAlive } from '#api/session.ts';
import { leaveFor } from '#lib/router.tsx';
import { readStored } from '#lib/stored.ts';
import { destination } from './destination.ts';

/** A token of the last minutes, or the cabinet's answers of the last day. */
const hasBeenIn = (): boolean => cookieToken() !== undefined || readStored<unknown>('cache', null) !== null;

/**
 * Sends on whoever is signed in. The server does it for a browser that says so; this is for one that has lost that cookie. Who
 * is told why he is here (`why`) has to sign in.
 */
export async function enterIfSignedIn(): Promise<void> {
  const { search } = window.location;
  if (new URLSearchParams(search).has('why') || !hasBeenIn()) return;
  if (await isSessionAlive()) leaveFor(destination(search));
}
