/** Sends events to systems of anybody. */
export interface WebhookSender {
  /** Why nothing is ever sent to an address, for the staff; undefined if it is allowed. */
  refusal(url: string): string | undefined;
  /** The headers that prove a body, by each of these secrets. */
  sign(secrets: readonly string[], body: string, now: Date): Readonly<Record<string, string>>;
  /** Posts JSON; the status of the answer and how long it asks to wait. Throws, without the address, if nobody has answered. */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<{ readonly status: number; readonly waitMs: number }>;
}
