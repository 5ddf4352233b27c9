import type { Tx } from '#db/database.ts';
import { credentialOf, type Credential } from './credential.queries.ts';
import { countFailure, holdGuard } from './guard.queries.ts';
import { lockRest } from './lock.rules.ts';
import type { Login } from './login.rules.ts';

/** A try at a login. */
export interface Attempt {
  /** Milliseconds for which the login stays closed; 0 when the password may be looked at. */
  readonly rest: number;
  /** Failures in a row, this one among them until it turns out well. */
  readonly failures: number;
  readonly credential: Credential | undefined;
}

/**
 * Begins a try: it counts as a failure until the password has proved right, so that many at once are no more tries than
 * one after another. A login that nobody has is counted and closed like any other.
 */
export async function beginAttempt(tx: Tx, login: Login, now: Date): Promise<Attempt> {
  const guard = await holdGuard(tx, login.subject, now);
  const rest = lockRest(guard, now);
  if (rest > 0) return { rest, failures: guard.failures, credential: undefined };
  const { failures } = await countFailure(tx, login.subject, guard, now);
  return { rest, failures, credential: await credentialOf(tx, login) };
}
