import type { Database } from '#server/db/database.ts';
import { isTrouble } from '#server/db/trouble.ts';

/** Tells trouble of the portal's own database from that of an outside system, which may look the same. */
export function watchTrouble(db: Database): { db: Database; caused(error: unknown): boolean } {
  let seen: unknown;
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isTrouble(error)) seen = error;
      throw error;
    }
  };
  return {
    db: {
      ...db,
      read: (work) => watched(db.read(work)),
      readLong: (work) => watched(db.readLong(work)),
      write: (work) => watched(db.write(work)),
    },
    caused: (error) => seen !== undefined && (error === seen || (error as Error | undefined)?.cause === seen),
  };
}
