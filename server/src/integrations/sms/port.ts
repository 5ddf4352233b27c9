export interface TextMessage {
  /** Eleven digits with a leading 7. */
  readonly to: string;
  readonly text: string;
  /** The same for every delivery of one message. */
  readonly key?: string | undefined;
  /** Names of gateways that accepted the message and could not deliver it. */
  readonly without?: readonly string[] | undefined;
}

/** The gateway that accepted a message, and its ids of the parts, by which it reports. */
export interface TakenText {
  readonly gateway: string;
  readonly ids: readonly string[];
}

/** The result of one part of a message. */
export interface TextReport {
  readonly gateway: string;
  readonly id: string;
  readonly state: 'delivered' | 'undelivered';
  /** In the words of the gateway. */
  readonly reason: string;
}

/** Handles a report; if it throws, the gateway reports again. */
export type TakeReport = (report: TextReport) => Promise<void>;

/** Sends text messages to phones. Called from the outbox only. */
export interface Sms {
  /** Sends a message; undefined if no delivery report will come. */
  send(message: TextMessage): Promise<TakenText | undefined>;
  /** Gateways in the order in which they are tried. */
  readonly gateways?: readonly string[];
  /** Keeps the connections by which gateways report; only while jobs run. */
  listen?(take: TakeReport): { end(): Promise<void> };
  /** Reads a gateway's request with a report; undefined if it is not genuine, null if nothing is decided yet. */
  readonly readReport?: (parameters: URLSearchParams) => TextReport | null | undefined;
}
