/** Keeps the bytes of clients' files by their ids. Keeping the same file twice, and removing none, change nothing. */
export interface FileStore {
  put(fileId: string, content: Buffer): Promise<void>;
  get(fileId: string): Promise<Buffer | undefined>;
  remove(fileIds: readonly string[]): Promise<void>;
}
