import { createHash } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { unavailable } from '../unavailable.ts';
import { deleteSums, insertSum, fileSumOf, type FileSum } from './file-sum.queries.ts';
import type { FileStore } from './port.ts';

const sumFrom = (content: Buffer): FileSum => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest(),
});

/**
 * A store that another company keeps: the database remembers what it was given, and whatever else it gives back is a failure.
 * The sum is stored before the bytes and removed after them, so no file is without one.
 */
export const checkedFiles = (db: Database, store: FileStore): FileStore => ({
  put: async (fileId, content) => {
    await db.write((tx) => insertSum(tx, fileId, sumFrom(content)));
    await store.put(fileId, content);
  },
  get: async (fileId) => {
    const content = await store.get(fileId);
    const given = content && (await db.read((tx) => fileSumOf(tx, fileId)));
    if (given && !isSame(given, sumFrom(content)))
      throw unavailable(
        new Error(`the file store gave ${content.length} other bytes for file ${fileId} of ${given.bytes} bytes`),
      );
    return content;
  },
  remove: async (fileIds) => {
    await store.remove(fileIds);
    await db.write((tx) => deleteSums(tx, fileIds));
  },
});

const isSame = (one: FileSum, other: FileSum): boolean => one.bytes === other.bytes && one.sha256.equals(other.sha256);
