import type { Database } from '#server/db/database.ts';
import type { FileStore } from './port.ts';
import { contentOf, deleteContents, insertContent } from './stored-file.queries.ts';

/** Files in the database itself: nothing to install, and one backup has all. */
export const databaseFiles = (db: Database): FileStore => ({
  put: async (fileId, content) => {
    await db.write((tx) => insertContent(tx, fileId, content));
  },
  get: async (fileId) => (await db.read((tx) => contentOf(tx, fileId)))?.content,
  remove: async (fileIds) => {
    await db.write((tx) => deleteContents(tx, fileIds));
  },
});
