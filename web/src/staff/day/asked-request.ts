/** A call back, or a new client, as the first page shows it. */
export interface AskedRequest {
  readonly kind: 'call' | 'client';
  readonly id: number;
  readonly title: string;
  readonly phone: string;
  readonly text: string;
  readonly contractId: number | null;
  readonly takenBy: string | null;
}
