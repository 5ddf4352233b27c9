const LINK = /\shttps?:\S+$/;
/** The first half of a surrogate pair. */
const HALF = /[\uD800-\uDBFF]$/;

/** Shortens a text that is too long for a gateway before its link, so that the link stays. `most` counts UTF-16 units. */
export function fittingText(text: string, most: number): string {
  if (text.length <= most) return text;
  const link = LINK.exec(text)?.[0] ?? '';
  const head = text.slice(0, most - link.length - 1).replace(HALF, '');
  return `${head.trimEnd()}…${link}`;
}
