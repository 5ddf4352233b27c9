/** A sentence, however it was typed. */
export const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);
