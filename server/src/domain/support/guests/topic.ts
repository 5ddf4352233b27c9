/** What messages about a call that was asked for are about (`Notice.topic`). */
export const CALL_TOPIC = 'call-back';
