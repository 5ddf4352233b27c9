import type { Tx } from '#server/db/database.ts';
import { spendChallenge } from '#server/domain/identity/passkeys/passkey.queries.ts';
import type { OpenIdFlow } from '#server/integrations/openid/port.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';

// A flow is carried by the browser, sealed: leaving for the provider stores nothing. Only a flow that has come back is stored, so that it
// never comes back again.

/** Time to sign in there. Milliseconds. */
const FLOW_LIFE = 10 * 60_000;

/** Who has left: whoever signs in, or a person in her session. */
export type FlowOwner = 'door' | `session ${string}`;

interface SealedFlow extends OpenIdFlow {
  readonly until: number;
}

const sealedFor = (owner: FlowOwner): string => `staff openid ${owner}`;

export const sealFlow = (vault: Vault, owner: FlowOwner, flow: OpenIdFlow, now: Date): string =>
  vault.seal(JSON.stringify({ ...flow, until: now.getTime() + FLOW_LIFE }), sealedFor(owner)).toString('base64url');

/** The flow of this owner that has come back with its state, in time. */
export function openFlow(
  vault: Vault,
  owner: FlowOwner,
  sealed: string,
  back: { state: string; now: Date },
): SealedFlow {
  const flow = opened(vault, owner, sealed);
  if (flow?.state !== back.state || flow.until <= back.now.getTime()) throw new Problem('openid_refused');
  return flow;
}

function opened(vault: Vault, owner: FlowOwner, sealed: string): SealedFlow | undefined {
  try {
    return JSON.parse(vault.open(Buffer.from(sealed, 'base64url'), sealedFor(owner))) as SealedFlow;
  } catch {
    return undefined;
  }
}

/** Each flow comes back once. */
export async function spendFlow(tx: Tx, { state, until }: SealedFlow): Promise<void> {
  if (!(await spendChallenge(tx, `openid ${state}`, new Date(until)))) throw new Problem('openid_refused');
}
