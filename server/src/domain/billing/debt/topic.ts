/** What messages about the debt of an account are about (`Notice.topic`). */
export const debtTopic = (account: 'i' | 't'): string => `debt:${account}`;
