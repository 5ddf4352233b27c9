import type { Database } from '#server/db/database.ts';
import type { DesiredState, Network, NetworkKind, RecordedState } from '../port.ts';
import { recordedNetwork } from '../recorded.ts';
import type { NetworkExchange } from './exchange.ts';
import { networkOverHttp, type NetworkEndpoint } from './http.ts';
import { networkByProgram } from './program.ts';

export type NetworkSystemSettings = { readonly kinds: readonly NetworkKind[] } & (
  | { readonly program: string }
  | NetworkEndpoint
);

/**
 * A network behind an endpoint or a program of the provider's own, for each kind of service that it serves. It gets the complete
 * state of a service; what failed is ordered again by the outbox (decision 0202).
 */
export function ownSystem(db: Database, settings: NetworkSystemSettings): Partial<Record<NetworkKind, Network>> {
  const { kinds } = settings;
  const exchange = 'program' in settings ? networkByProgram(settings.program) : networkOverHttp(settings);
  const network = networkBehind(exchange, { kinds, record: recordedNetwork(db) });
  return Object.fromEntries(kinds.map((kind) => [kind, network]));
}

interface Served {
  readonly kinds: readonly NetworkKind[];
  /** Where the orders that the system has taken are recorded: it answers for a system that cannot be read. */
  readonly record: Network;
}

const networkBehind = (exchange: NetworkExchange, { kinds, record }: Served): Network => ({
  connected: kinds,
  async apply(state, password) {
    await exchange({ act: 'apply', state, ...(password !== undefined && { password }) });
    await record.apply(state);
  },
  /** An empty reply means that the system cannot tell, `null` that it does not know the service. */
  async read(service, kind, desired) {
    const reply = await exchange({ act: 'read', service, kind });
    return reply.trim() === '' ? record.read(service, kind) : stateIn(reply, desired);
  },
  async disconnect(userId, kind, address) {
    await exchange({ act: 'disconnect', userId, kind, ...(address !== undefined && { address }) });
  },
});

/** The fields of a reply that the port has; those of the system's own are not compared. */
function stateIn(reply: string, desired: DesiredState | undefined): RecordedState | undefined {
  const state: unknown = JSON.parse(reply);
  if (state === null) return undefined;
  if (typeof state !== 'object' || Array.isArray(state)) throw new Error('the network system answered with no object');
  return Object.fromEntries(Object.entries(state).filter(([field]) => desired === undefined || field in desired));
}
