/** What stands behind the `#` of an address; undefined if it is broken, as when a messenger has cut it in the middle of a character. */
export function hashText(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return undefined;
  }
}
