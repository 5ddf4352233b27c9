/** What messages about the plan of a service are about (`Notice.topic`). */
export const planTopic = (userId: number): string => `plan:${userId}`;
