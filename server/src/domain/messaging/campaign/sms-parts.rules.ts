/** Signs of one text message, alone and as a part of a long one: with Cyrillic letters, and without. */
const CYRILLIC = { alone: 70, part: 67 } as const;
const LATIN = { alone: 160, part: 153 } as const;

/** How many text messages a gateway counts for a text. */
export function smsParts(text: string): number {
  // oxlint-disable-next-line no-control-regex
  const { alone, part } = /^[\x00-\x7F]*$/.test(text) ? LATIN : CYRILLIC;
  return text.length <= alone ? 1 : Math.ceil(text.length / part);
}
