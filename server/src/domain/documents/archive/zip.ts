import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

type Content = AsyncIterable<Buffer | string> | Iterable<Buffer | string>;

/** Without its 64-bit extension (ZIP64) the format has no larger sizes. */
const MOST_BYTES = 0xff_ff_ff_ff;
const MOST_FILES = 0xff_ff;
/** 2.0: deflate and folders. */
const VERSION = 20;
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x08_08;
const DEFLATE = 8;

const LOCAL = 0x04_03_4b_50;
const DESCRIPTOR = 0x08_07_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;

/** Fields of a header, little-endian: sizes in bytes, then the values. */
function packed(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

/** The time and day of a clock without a zone, as MS-DOS counted them: two seconds exactly, years from 1980. */
const dosTime = (now: Date): number =>
  (((now.getUTCFullYear() - 1980) << 25) |
    ((now.getUTCMonth() + 1) << 21) |
    (now.getUTCDate() << 16) |
    (now.getUTCHours() << 11) |
    (now.getUTCMinutes() << 5) |
    (now.getUTCSeconds() >> 1)) >>>
  0;

/**
 * Writes a ZIP file (APPNOTE 6.3.3) as a stream: only a piece of each file is in memory. `now` is the time of its files; its
 * UTC date and time are stored.
 */
export function openZip(write: (bytes: Buffer) => Promise<unknown>, now: Date) {
  const directory: Buffer[] = [];
  const time = dosTime(now);
  let at = 0;
  const put = async (bytes: Buffer): Promise<void> => {
    at += bytes.length;
    if (at > MOST_BYTES) throw new Error('a ZIP file of more than 4 GB');
    await write(bytes);
  };
  return {
    /** Adds a file; `name` has `/` between folders. */
    add: async (name: string, content: Content): Promise<void> => {
      const path = Buffer.from(name);
      const begin = at;
      await put(
        packed(
          [4, LOCAL],
          [2, VERSION],
          [2, FLAGS],
          [2, DEFLATE],
          [4, time],
          [4, 0],
          [4, 0],
          [4, 0],
          [2, path.length],
          [2, 0],
        ),
      );
      await put(path);
      const start = at;
      const { crc, size } = await deflated(content, put);
      const sums = [
        [4, crc],
        [4, at - start],
        [4, size],
      ] as const;
      await put(packed([4, DESCRIPTOR], ...sums));
      directory.push(
        packed([4, CENTRAL], [2, VERSION], [2, VERSION], [2, FLAGS], [2, DEFLATE], [4, time], ...sums),
        packed([2, path.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, begin]),
        path,
      );
    },
    end: async (): Promise<void> => {
      const files = directory.length / 3;
      if (files > MOST_FILES) throw new Error('a ZIP file of more than 65 535 files');
      const start = at;
      for (const entry of directory) await put(entry);
      await put(packed([4, END], [2, 0], [2, 0], [2, files], [2, files], [4, at - start], [4, start], [2, 0]));
    },
  };
}

async function deflated(
  content: Content,
  put: (bytes: Buffer) => Promise<void>,
): Promise<{ crc: number; size: number }> {
  let [crc, size] = [0, 0];
  const counted = async function* () {
    for await (const part of content) {
      const bytes = Buffer.from(part);
      crc = crc32(bytes, crc);
      size += bytes.length;
      yield bytes;
    }
  };
  await pipeline(counted, createDeflateRaw(), async (deflatedParts: AsyncIterable<Buffer>) => {
    for await (const part of deflatedParts) await put(part);
  });
  return { crc, size };
}
