import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A secret that this installation creates for itself, beside its data. */
export interface OwnSecret {
  readonly file: string;
  /** The setting that replaces it. */
  readonly setting: string;
  /** What to do if the file is damaged. */
  readonly remedy: string;
}

const CONTENT = /^[\da-f]{64}$/i;

/** Reads the secret in the folder; creates it first if there is none. */
export async function ownSecret(folder: string, secret: OwnSecret): Promise<string> {
  const known = await readSecret(folder, secret);
  if (known !== undefined) return known;
  await mkdir(folder, { recursive: true });
  await writeOnce(folder, secret.file, randomBytes(32).toString('hex'));
  // Two processes that create it at once both read the same one.
  return (await readSecret(folder, secret)) ?? '';
}

/**
 * The secret, if there is one. Refuses a file without a valid secret: a new one would lose everything that the old one
 * sealed or signed.
 */
export async function readSecret(folder: string, { file, setting, remedy }: OwnSecret): Promise<string | undefined> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  const secret = text?.trim();
  if (secret === undefined || CONTENT.test(secret)) return secret;
  throw new Error(`файл ${path} испорчен, в нём нет 64 шестнадцатеричных цифр: ${remedy} или задайте ${setting}`);
}

/** Creates a file completely or not at all, even if the process dies; keeps an existing file. */
async function writeOnce(folder: string, name: string, text: string): Promise<void> {
  const fresh = join(folder, `${name}.${randomUUID()}`);
  const file = await open(fresh, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await link(fresh, join(folder, name)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await unlink(fresh);
  }
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
