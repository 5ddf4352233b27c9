/** Messages about money that an autopayment could not bring (`Notice.topic`): any payment solves it. */
export const unpaidTopic = (kind: 'i' | 't'): string => `autopayment-unpaid:${kind}`;
