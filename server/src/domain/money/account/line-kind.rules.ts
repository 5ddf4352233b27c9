/** What a line of an account is, as it is told; a reversal is a correction of the ledger with a mark. */
export type LineKind = 'payment' | 'charge' | 'refund' | 'reversal' | 'correction' | 'opening';
