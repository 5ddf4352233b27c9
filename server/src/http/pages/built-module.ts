import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Imports what the build of the web app has made for the server. Its name changes with its content. */
export async function builtModule<Module>(folder: string, name: string): Promise<Module> {
  const file = (await readdir(join(folder, 'server'))).find((found) => found.startsWith(`${name}-`));
  if (file === undefined) throw new Error(`The build has no ${name}.`);
  return (await import(pathToFileURL(join(folder, 'server', file)).href)) as Module;
}
