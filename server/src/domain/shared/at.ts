/** When something happens, and where the provider's days begin. */
export interface At {
  readonly now: Date;
  /** The provider's IANA zone, whose day the money counts on. */
  readonly zone: string;
}
