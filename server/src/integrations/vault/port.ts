/** Encrypts secrets that must be read again: passwords that the network itself compares (decision 43). */
export interface Vault {
  /** Encrypts a secret for the database. Sealed for one owner, it opens for no other. */
  seal(secret: string, owner: string): Buffer;
  /** Throws if it was sealed by another key or for another owner, or was changed. */
  open(sealed: Buffer, owner: string): string;
  /** A keyed hash of a value that is only compared, never read: without the key nobody can try guesses. */
  readonly markOf: (text: string) => Buffer;
  /** Seals a secret for RADIUS, which opens it by the key `radiusKey` and can open nothing else. */
  sealForRadius(secret: string, owner: string): Buffer;
  openForRadius(sealed: Buffer, owner: string): string;
  readonly radiusKey: Buffer;
  /** Identifies the key without revealing it: a keyed hash of 32 bytes. */
  readonly fingerprint: Buffer;
}
