import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A finished document. The caller must read it to the end or destroy it. */
export interface DocumentFile {
  readonly bytes: Readable;
  readonly size: number;
}

/**
 * A new file in the system's temporary folder. It is unlinked before it is written, so nobody else can read it, and it disappears
 * when it is closed or the process dies.
 */
export async function scratchFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `kabinet-document-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Writes a document to a temporary file, whatever its length. */
export async function write(content: AsyncIterable<Buffer | string>, signal: AbortSignal): Promise<DocumentFile> {
  const file = await scratchFile();
  try {
    await file.writeFile(content, { signal });
    const { size } = await file.stat();
    return { bytes: file.createReadStream({ start: 0 }), size };
  } catch (error) {
    await file.close();
    throw error;
  }
}
