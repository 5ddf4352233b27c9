/** When something happens, and where the provider's days begin. */
export interface At {
  readonly now: Date;
  /** IANA zone of the provider; it decides the day of a charge. */
  readonly zone: string;
}
