import { expect, vi } from 'vitest';
import { foldBatch } from '#server/domain/services/accounting/fold.ts';
import { unfolded } from '#server/domain/services/accounting/place.queries.ts';
import type { TestPortal } from '../portal/portal.ts';

/** Folds all that waits; open transactions of other databases hold rows back for a moment. Returns how many rows there were. */
export async function foldAll({ world }: TestPortal): Promise<number> {
  let folded = 0;
  await vi.waitFor(
    async () => {
      folded += await world.db.write(foldBatch);
      expect((await world.db.read(unfolded)).rows).toBe(0);
    },
    { timeout: 10_000, interval: 20 },
  );
  return folded;
}
