/** A service that the provider has closed. */
export const blockTopic = (userId: number): string => `block:${userId}`;
