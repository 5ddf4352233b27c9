// A batch that is under way answers for its parts: whoever needs one of them meanwhile waits for it instead of asking again.

const parts = new Map<string, Promise<unknown>>();

/** Announces the answer that will come for an address; forgets it when it has come. */
export function announce(address: string, answer: Promise<unknown>): void {
  parts.set(address, answer);
  const forget = () => parts.delete(address);
  answer.then(forget, forget);
}

export const underWay = (address: string): Promise<unknown> | undefined => parts.get(address);

/**
 * What the batch under way answers at this address; `undefined` when none is under way or the part was refused. Parts of a page
 * start before the page does, so the batch that the page asks for is looked for a moment later.
 */
export async function fromBatch(address: string): Promise<unknown> {
  await Promise.resolve();
  return parts.get(address);
}
