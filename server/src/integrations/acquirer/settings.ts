/** A real bank and the provider's credentials there. */
export interface AcquirerSettings {
  readonly bank: 'raiffeisen' | 'yookassa' | 'tbank';
  /** sbpMerchantId of Raiffeisen, shopId of YooKassa, TerminalKey of T-Bank. */
  readonly id: string;
  /** secretKey of Raiffeisen and YooKassa, the terminal's password of T-Bank. */
  readonly secret: string;
  /** Replaces the bank's default address, for its test stand. Without a slash at the end. */
  readonly url?: string;
  /** Networks that YooKassa's notifications come from, instead of the published ones. */
  readonly addresses?: readonly string[];
}

/** Further options of an adapter. */
export interface AdapterOptions extends AcquirerSettings {
  /** The portal's address for the bank, and for the payer after a payment. */
  readonly publicUrl: string;
}
