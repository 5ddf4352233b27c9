/** What the network should do for a service account; the same state may be ordered twice. */
export interface NetworkState {
  readonly userId: number;
  readonly access: 'open' | 'closed';
}

/** Authentication and access of the network. Called from the outbox only. */
export interface Network {
  apply(state: NetworkState): Promise<void>;
}
