/** What is remembered of a sign-in between leaving for the provider and coming back; sealed, the browser carries it. */
export interface OpenIdFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What a browser brings back. */
export interface OpenIdAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
}

/** Whom the provider has recognised, with both factors. */
export interface OpenIdPerson {
  readonly issuer: string;
  readonly subject: string;
}

/** The provider's own sign-in of its people. */
export interface OpenId {
  readonly issuer: string;
  /** How the button calls it. */
  readonly label: string;
  /** Where a browser leaves for; `isFresh`: a session that lives there is not enough. */
  begin(returnTo: string, isFresh: boolean): Promise<{ readonly url: string; readonly flow: OpenIdFlow }>;
  /** Who has come back; refuses whom it does not prove, and who has not shown a second factor. */
  finish(returnTo: string, flow: OpenIdFlow, answer: OpenIdAnswer, isFresh: boolean): Promise<OpenIdPerson>;
  /** Where a browser signs out there, too; undefined if it has no such place. */
  leave(returnTo: string): Promise<string | undefined>;
  /** Reads its description anew; throws if it cannot be used. */
  look(): Promise<void>;
}
