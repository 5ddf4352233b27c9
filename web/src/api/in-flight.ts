// A pending batch serves its parts: a query for one of them waits for the batch instead of sending a request.

const parts = new Map<string, Promise<unknown>>();

/** Registers the pending result of an address; removes it when it settles. */
export function announce(address: string, answer: Promise<unknown>): void {
  parts.set(address, answer);
  const forget = () => {
    if (parts.get(address) === answer) parts.delete(address);
  };
  answer.then(forget, forget);
}

/** Forgets the pending batches: the server may have read their parts before a change, so nothing may use them after it. */
export const forgetBatches = (): void => parts.clear();

export const underWay = (address: string): Promise<unknown> | undefined => parts.get(address);

/**
 * The result of the pending batch for this address; `undefined` when there is no batch or the part was refused. Parts of a page
 * mount before the page does, so this looks for the batch of the page a moment later.
 */
export async function fromBatch(address: string): Promise<unknown> {
  await Promise.resolve();
  return parts.get(address);
}
