import { inflateRawSync } from 'node:zlib';

const END = 22;

/** The files of a ZIP by name, as its directory lists them; supports only our own. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const count = zip.readUInt16LE(zip.length - END + 10);
  let at = zip.readUInt32LE(zip.length - END + 16);
  for (let index = 0; index < count; index += 1) {
    const [packed, name] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const begin = zip.readUInt32LE(at + 42) + 30 + name;
    files.set(zip.toString('utf8', at + 46, at + 46 + name), inflateRawSync(zip.subarray(begin, begin + packed)));
    at += 46 + name;
  }
  return files;
}
