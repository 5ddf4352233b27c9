/** What messages about the debt of an account are about (`Notice.topic`). */
export const debtTopic = (account: 'i' | 't'): string => `debt:${account}`;
/** The same for a warning that the money runs out soon. */
export const lowTopic = (account: 'i' | 't'): string => `low:${account}`;

/** What messages about a promised payment of an account are about. The debt that it leaves is solved with the debt. */
export const promiseTopic = (account: 'i' | 't'): string => `promise:${account}`;
