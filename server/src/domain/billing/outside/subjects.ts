// What a request is about, in one word: one of each waits for the other billing at a time.

export const optionSubject = (userId: number, optionId: number): string => `option:${userId}:${optionId}`;
export const programSubject = (userId: number, programId: number): string => `program:${userId}:${programId}`;
/** Of a pause and of its end. */
export const pauseSubject = (userId: number): string => `pause:${userId}`;
export const promiseSubject = (accountId: number): string => `promise:${accountId}`;
