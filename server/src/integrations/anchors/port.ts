/** The head of the audit trail, kept where whoever owns the database cannot change it. */
interface KeptAnchor {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly at: string;
}

export interface AnchorStore {
  append(anchor: KeptAnchor): Promise<void>;
  /** All of them, in the order in which they were kept. */
  all(): Promise<readonly KeptAnchor[]>;
}
