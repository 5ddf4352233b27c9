/** The age of a debt: up to 7 days, 8–30, 31–90, older. */
export const DEBT_BANDS = ['week', 'month', 'quarter', 'older'] as const;
export type DebtBand = (typeof DEBT_BANDS)[number];
