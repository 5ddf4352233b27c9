/** What messages about coming charges of an autopayment are about (`Notice.topic`). */
export const autopaymentTopic = (kind: 'i' | 't'): string => `autopayment:${kind}`;
