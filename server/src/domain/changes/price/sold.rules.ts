/** What has a price. */
export type SoldKind = 'plan' | 'option' | 'program';
