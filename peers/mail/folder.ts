import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname } from 'node:path';

const DEPLOY = new URL('../../deploy/mail/', import.meta.url);

/** A port that nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** A folder with a short name, because names of sockets have a limit, that other users may enter. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp('/tmp/kabinet-peer-');
  await chmod(folder, 0o755);
  return folder;
}

type Replacement = readonly [what: string, by: string];

/** Copies a file that a provider copies, with the addresses and folders of this test. Each replacement must be possible. */
export async function place(name: string, to: string, replacements: readonly Replacement[], more = ''): Promise<void> {
  const text = await readFile(new URL(name, DEPLOY), 'utf8');
  const placed = replacements.reduce((rest, [what, by]) => {
    if (!rest.includes(what)) throw new Error(`${name} has no «${what}»`);
    return rest.replaceAll(what, by);
  }, text);
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, `${placed}\n${more}`);
}

/** Names in a folder; the empty one is the folder with a slash. */
export const inFolder = (folder: string) => (name: string) => `${folder}/${name}`;
