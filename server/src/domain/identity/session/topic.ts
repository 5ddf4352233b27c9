/** What the message about a new device is about (`Notice.topic`): its session. */
export const sessionTopic = (sessionId: string): string => `session:${sessionId}`;

/** Messages about a password that somebody else may know: a new one solves it. */
export const PASSWORD_TOPIC = 'password';
