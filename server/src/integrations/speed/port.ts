/** A server that devices measure their speed against. */
export interface SpeedServer {
  readonly serverId: string;
  readonly name: string;
  /** Its address for browsers, without a slash at the end. */
  readonly url: string;
  /** Whether it stands inside the provider's network. */
  readonly isInside: boolean;
  /** What it can deliver, Mbit/s. */
  readonly mostMbit: number;
}

export interface Ticket {
  readonly text: string;
  readonly expiresAt: Date;
}

/** The measuring servers of the provider. */
export interface Speed {
  /** In the order in which clients see them; none if the provider has none. */
  readonly servers: readonly SpeedServer[];
  /** Admits to each of the servers for some minutes, so that nobody else uses their bandwidth. */
  ticket(now: Date): Ticket;
}
