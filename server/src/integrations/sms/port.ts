export interface TextMessage {
  /** Eleven digits with a leading 7. */
  readonly to: string;
  readonly text: string;
  /** The same for every delivery of one message. */
  readonly key?: string | undefined;
  /** Gateways that took it and could not deliver it. */
  readonly without?: readonly string[] | undefined;
}

/** Who took a message, and its own numbers of the parts, which reports repeat. */
export interface TakenText {
  readonly gateway: string;
  readonly ids: readonly string[];
}

/** What became of one part of a message. */
export interface TextReport {
  readonly gateway: string;
  readonly id: string;
  readonly state: 'delivered' | 'undelivered';
  /** In the words of the gateway. */
  readonly reason: string;
}

/** Takes a report; if it fails, the gateway reports again. */
export type TakeReport = (report: TextReport) => Promise<void>;

/** Sends text messages to phones. Called from the outbox only. */
export interface Sms {
  /** Undefined: nobody reports what becomes of it. */
  send(message: TextMessage): Promise<TakenText | undefined>;
  /** Gateways in the order in which they are tried. */
  readonly gateways?: readonly string[];
  /** Keeps the connections by which gateways report; only while jobs run. */
  listen?(take: TakeReport): { end(): Promise<void> };
  /** What a gateway reports by calling us; undefined if it is not its call, null if nothing is decided yet. */
  readonly readReport?: (parameters: URLSearchParams) => TextReport | null | undefined;
}
