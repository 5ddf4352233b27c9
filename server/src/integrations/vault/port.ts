/** Keeps secrets that must be read again: passwords that the network compares by itself (decision 43). */
export interface Vault {
  /** What the database may hold. Sealed for one owner, it opens for no other. */
  seal(secret: string, owner: string): Buffer;
  /** Throws when it was sealed by another key, for another owner, or was changed. */
  open(sealed: Buffer, owner: string): string;
  /** A keyed hash of what is to be compared and never read: without the key nobody can try guesses on it. */
  readonly markOf: (text: string) => Buffer;
  /** Tells one key from another, and nothing of the key itself: a keyed hash of 32 bytes. */
  readonly fingerprint: Buffer;
}
