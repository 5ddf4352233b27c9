import { constants, createGzip, type Gzip, type ZlibReset } from 'node:zlib';

/** A small window: with the default one each compressor takes 256 KiB. */
const SETTINGS = { level: 1, memLevel: 5, windowBits: 13, flush: constants.Z_FINISH };

/** Compresses one text after another. */
interface Compressor {
  readonly stream: Gzip & ZlibReset;
  /** Output for the current text so far. */
  parts: Buffer[];
}

const idle: Compressor[] = [];

/**
 * Compresses a text in the thread pool. Compressors are reset and reused: the engine frees one only when it compacts
 * its heap, and a new one for each reply would cause several compactions a second, with pauses of 10 ms.
 */
export async function gzip(text: string): Promise<Buffer> {
  const compressor = idle.pop() ?? openCompressor();
  await write(compressor.stream, Buffer.from(text));
  const { stream, parts } = compressor;
  compressor.parts = [];
  stream.reset();
  idle.push(compressor);
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

function openCompressor(): Compressor {
  const compressor: Compressor = { stream: createGzip(SETTINGS) as Gzip & ZlibReset, parts: [] };
  compressor.stream.on('data', (part: Buffer) => compressor.parts.push(part));
  // The callback of `write` gets the error first; without a listener the event would end the process.
  compressor.stream.on('error', () => undefined);
  return compressor;
}

/** Rejects if the compressor fails; it is not reused then. */
const write = (stream: Gzip, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(bytes, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
