/** What the network should do for a service account; the same state may be ordered twice. */
export interface NetworkState {
  readonly userId: number;
  readonly access: 'open' | 'closed';
}

/** How a service is entered. */
export interface NetworkSettings {
  readonly userId: number;
  readonly login: string;
  /** Grows with each order: one that comes after a younger one is to be left out. */
  readonly version: number;
  /** Whether the line alone is enough. */
  readonly autoAuth: boolean;
  /** The only device that may enter by the line; null: the first one that comes. */
  readonly mac: string | null;
  /** As it is, for CHAP and digests; absent where the portal has none that can be read. */
  readonly password?: string;
}

/** What a service is given beside access: static address, antivirus, packages of channels. */
interface NetworkProvision {
  readonly userId: number;
  /** Grows with each order: one that comes after a younger one is to be left out. */
  readonly version: number;
  /** Ids of the operator; what is not among them is off. */
  readonly programs: readonly number[];
}

/** Authentication and access of the network. Called from the outbox only; each order may come twice. */
export interface Network {
  apply(state: NetworkState): Promise<void>;
  configure(settings: NetworkSettings): Promise<void>;
  provide(provision: NetworkProvision): Promise<void>;
  /** Ends whatever of the service is connected, or only what has the address. */
  disconnect(userId: number, address?: string): Promise<void>;
}
