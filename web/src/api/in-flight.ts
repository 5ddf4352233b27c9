// A batch that is under way answers for its parts: a query that mounts meanwhile waits for it instead of asking again.

const parts = new Map<string, Promise<Record<string, unknown>>>();

/** Announces a batch by the addresses it asks for; forgets it when it is over. */
export async function announce(addresses: readonly string[], batch: Promise<Record<string, unknown>>): Promise<void> {
  for (const address of addresses) parts.set(address, batch);
  try {
    await batch;
  } finally {
    for (const address of addresses) parts.delete(address);
  }
}

/** What the batch under way answers at this address; `undefined` when none is under way or the part was refused. */
export const fromBatch = async (address: string): Promise<unknown> => (await parts.get(address))?.[address];
