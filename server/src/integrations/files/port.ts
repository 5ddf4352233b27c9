/** Stores the bytes of clients' files by their ids. Storing a file again, or removing a missing one, changes nothing. */
export interface FileStore {
  put(fileId: string, content: Buffer): Promise<void>;
  get(fileId: string): Promise<Buffer | undefined>;
  remove(fileIds: readonly string[]): Promise<void>;
}
