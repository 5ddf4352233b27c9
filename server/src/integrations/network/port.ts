/** The state that the network must apply to a service account; may be ordered twice. */
export interface NetworkState {
  readonly userId: number;
  readonly access: 'open' | 'closed';
}

/** Access settings of a service. */
export interface NetworkSettings {
  readonly userId: number;
  readonly login: string;
  /** Grows with each order: an order older than the last one must be ignored. */
  readonly version: number;
  /** Whether the line alone is enough. */
  readonly autoAuth: boolean;
  /** The only device that may use the line; null means the first one that connects. */
  readonly mac: string | null;
  /** In plain text, for CHAP and digests; absent if the portal has none that it can read. */
  readonly password?: string;
}

/** Extras of a service beside access: static address, antivirus, packages of channels. */
interface NetworkProvision {
  readonly userId: number;
  /** Grows with each order: an order older than the last one must be ignored. */
  readonly version: number;
  /** The operator's ids; every other program is off. */
  readonly programs: readonly number[];
}

/** Authentication and access of the network. Called from the outbox only; each order may arrive twice. */
export interface Network {
  apply(state: NetworkState): Promise<void>;
  configure(settings: NetworkSettings): Promise<void>;
  provide(provision: NetworkProvision): Promise<void>;
  /** Ends all sessions of the service, or only the one with the address. */
  disconnect(userId: number, address?: string): Promise<void>;
}
