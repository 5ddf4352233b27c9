/** A real bank and what it knows the provider by. */
export interface AcquirerSettings {
  readonly bank: 'raiffeisen' | 'yookassa' | 'tbank';
  /** sbpMerchantId of Raiffeisen, shopId of YooKassa, TerminalKey of T-Bank. */
  readonly id: string;
  /** secretKey of Raiffeisen and YooKassa, the terminal's password of T-Bank. */
  readonly secret: string;
  /** The bank's address in place of the usual one: its test stand. Without a slash at the end. */
  readonly url?: string;
  /** Networks from which YooKassa's notifications come, in place of those it has published. */
  readonly addresses?: readonly string[];
}

/** What an adapter needs besides. */
export interface AdapterOptions extends AcquirerSettings {
  /** Where the bank, and the payer after he has paid, find the portal. */
  readonly publicUrl: string;
}
