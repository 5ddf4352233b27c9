/** What messages about a suspension are about (`Notice.topic`). */
export const suspensionTopic = (suspensionId: number): string => `suspension:${suspensionId}`;
