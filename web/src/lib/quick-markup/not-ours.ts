/** Gives the screen up: React renders it instead. */
export function notOurs(what: string): never {
  throw new Error(`Left to React: ${what}`);
}
