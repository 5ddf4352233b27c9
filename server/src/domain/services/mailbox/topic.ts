/** What messages about a deleted mailbox are about (`Notice.topic`). */
export const deletedTopic = (address: string): string => `mailbox:${address}`;

/** Messages about copies of letters that leave a mailbox. */
export const copiesTopic = (address: string): string => `copies:${address}`;
