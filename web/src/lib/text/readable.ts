/** Whether a subscriber can read a message: it has at least one Cyrillic letter (specification, 5). */
export const isReadable = (message: string): boolean => /\p{Script=Cyrillic}/u.test(message);

/** The message of a server or of the browser if it is Russian, otherwise the fallback (specification, 8). */
export const readable = (message: string | undefined, fallback: string): string =>
  message !== undefined && isReadable(message) ? message : fallback;
