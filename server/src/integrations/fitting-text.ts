const LINK = /\shttps?:\S+$/;
/** Half of a letter that takes two units. */
const HALF = /[\uD800-\uDBFF]$/;

/** A text that a gateway would refuse is cut before its link, so that the link still leads to the whole. `most` counts UTF-16 units. */
export function fittingText(text: string, most: number): string {
  if (text.length <= most) return text;
  const link = LINK.exec(text)?.[0] ?? '';
  const head = text.slice(0, most - link.length - 1).replace(HALF, '');
  return `${head.trimEnd()}…${link}`;
}
