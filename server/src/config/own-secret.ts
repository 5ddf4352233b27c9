import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, readlink, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTrouble } from '#server/db/file-trouble.ts';

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
  try {
    await mkdir(folder, { recursive: true });
    await writeOnce(folder, secret.file, randomBytes(32).toString('hex'));
  } catch (error) {
    throw asRefusal(error, `файл ${join(folder, secret.file)} не создан`, secret);
  }
  // Two processes that create it at once both read the same one.
  return (await readSecret(folder, secret)) ?? '';
}

/**
 * The secret, if there is one. Refuses a file without a valid secret: a new one would lose everything that the old one
 * sealed or signed.
 */
export async function readSecret(folder: string, kept: OwnSecret): Promise<string | undefined> {
  const { file, setting, remedy } = kept;
  const path = join(folder, file);
  const found = await content(path).catch((error: unknown) => {
    throw asRefusal(error, `файл ${path} не прочитан`, kept);
  });
  if (found === undefined) return undefined;
  const secret = found.text.trim();
  if (!CONTENT.test(secret))
    throw new Error(`файл ${path} испорчен, в нём нет 64 шестнадцатеричных цифр: ${remedy} или задайте ${setting}`);
  if (found.isOpen)
    throw new Error(`файл ${path} открыт всем на этой машине: выполните chmod 600 ${path} или задайте ${setting}`);
  return secret;
}

/** The text of the file, and whether anybody may read or replace it; undefined if there is none. */
async function content(path: string): Promise<{ text: string; isOpen: boolean } | undefined> {
  try {
    const { mode } = await stat(path);
    return { text: await readFile(path, 'utf8'), isOpen: (mode & OTHERS) !== 0 };
  } catch (error) {
    // A link that leads nowhere is no missing file: the disk with the secret may be away.
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && !(await isLink(path));
    if (isMissing) return undefined;
    throw error;
  }
}

const isLink = (path: string): Promise<boolean> =>
  readlink(path).then(
    () => true,
    () => false,
  );

/** Rights of those who are neither the owner nor in his group. */
const OTHERS = 0o007;

function asRefusal(error: unknown, what: string, { setting }: OwnSecret): unknown {
  const why = fileTrouble(error);
  return why === undefined ? error : new Error(`${what}: ${why}, или задайте ${setting}`);
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
