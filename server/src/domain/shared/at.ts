/** The current moment and the provider's time zone. */
export interface At {
  readonly now: Date;
  /** IANA zone of the provider; it decides the day of a charge. */
  readonly zone: string;
}
