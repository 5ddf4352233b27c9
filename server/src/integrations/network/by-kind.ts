import type { Network, NetworkKind } from './port.ts';

/** Sends orders for a kind of service to the system of this kind; all others go to the common network. */
export function networkByKind(common: Network, own: Partial<Record<NetworkKind, Network>>): Network {
  const of = (kind: NetworkKind): Network => own[kind] ?? common;
  return {
    connected: [...new Set([...common.connected, ...Object.entries(own).flatMap(connectedIn)])],
    apply: (state, password) => of(state.kind).apply(state, password),
    read: (service, kind, desired) => of(kind).read(service, kind, desired),
    disconnect: (userId, kind, address) => of(kind).disconnect(userId, kind, address),
  };
}

/** A system serves its kind if it is more than a record of orders. */
const connectedIn = ([kind, { connected }]: [string, Network]): NetworkKind[] =>
  connected.filter((one) => one === kind);
