/** What messages about a new version of a consent are about (`Notice.topic`). */
export const consentTopic = (name: string): string => `consent:${name}`;
