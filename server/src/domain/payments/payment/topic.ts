/** What messages about a failed autopayment are about (`Notice.topic`); any payment solves it. */
export const unpaidTopic = (kind: 'i' | 't'): string => `autopayment-unpaid:${kind}`;
