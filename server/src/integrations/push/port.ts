/** A subscription of a browser at its push service. */
interface PushTarget {
  readonly endpoint: string;
  /** Base64url: the browser's public key and its secret. */
  readonly p256dh: string;
  readonly auth: string;
}

/** The notice that the service worker shows. */
interface PushMessage {
  readonly title: string;
  readonly text: string;
  /** A path under `/lk`. */
  readonly link: string;
  /** A message replaces an earlier one with the same tag on the screen. */
  readonly tag: string;
}

/** Notices by browsers. Messages are sent from the outbox only. */
export interface Push {
  /** Base64url: the browser gives it to its push service, which then takes messages signed by us only. */
  readonly publicKey: string;
  /** Whether the address belongs to a push service that we send to. */
  accepts(endpoint: string): boolean;
  /** `gone`: the browser does not take notices any more. */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>;
}
