import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { accountForCluster, accountForNewCluster, canReach, type UnixAccount } from './account.ts';
import { fileTrouble } from '../file-trouble.ts';
import { EmbeddedRefused, unfitDataFolder } from './refusal.ts';

export interface ClusterPlace {
  /** Where the operator looks for the cluster: inside the requested folder; a link if the data is elsewhere. */
  link: string;
  /** PostgreSQL's data directory, as a real path. */
  cluster: string;
  /** Holds the cluster, a copy of the program, and the log. */
  home: string;
  account: UnixAccount | undefined;
}

/**
 * Holds the data when PostgreSQL's account cannot enter the requested folder. Not a temporary folder, because those are
 * cleaned up.
 */
const shelters = '/var/lib/kabinet';

/** The system allows 107 bytes for a socket's path, including the file name. */
const longestSocketFolder = 80;

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The data folder; if it is created here, other accounts may pass through it but not list it. */
function prepared(dataDir: string): string {
  if (mkdirSync(dataDir, { recursive: true }) !== undefined) chmodSync(dataDir, 0o711);
  return realpathSync(dataDir);
}

/** Why no database can be created in a folder that has none; undefined if it can. Changes nothing. */
export function refusalOfFolder(dataDir: string): EmbeddedRefused | undefined {
  try {
    const found = nearest(dataDir);
    if (!statSync(found).isDirectory()) return unfitDataFolder(dataDir, `${found} — не папка`);
    accessSync(found, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const why = fileTrouble(error);
    if (why === undefined) throw error;
    return unfitDataFolder(dataDir, why);
  }
}

/** The folder itself, or the first one above it that exists. */
const nearest = (path: string): string => (lstatSync(path, { throwIfNoEntry: false }) ? path : nearest(dirname(path)));

function existing(link: string): ClusterPlace | undefined {
  if (!lstatSync(link, { throwIfNoEntry: false })) return undefined;
  if (!existsSync(link)) {
    throw new EmbeddedRefused(`Ссылка ${link} никуда не ведёт: верните папку базы данных на место или удалите ссылку.`);
  }
  const cluster = realpathSync(link);
  const account = accountForCluster(cluster);
  if (account && !canReach(cluster, account)) {
    throw new EmbeddedRefused(
      `Папка ${cluster} недоступна её владельцу ${account.name}, а от root PostgreSQL не работает: откройте ему путь к ней.`,
    );
  }
  return { link, cluster, home: dirname(cluster), account };
}

function sheltered(link: string, account: UnixAccount): ClusterPlace {
  const folder = dirname(link);
  const home = join(shelters, `${basename(dirname(folder))}-${shortHash(folder)}`);
  const cluster = join(home, 'postgres');
  const old = existing(cluster);
  if (old) return { ...old, link };
  mkdirSync(home, { recursive: true });
  for (const one of [shelters, home]) chmodSync(one, 0o755);
  return { link, cluster, home, account };
}

/** Finds the place of the cluster, existing or new. Throws EmbeddedRefused if its owner cannot use the folder. */
export function findPlace(dataDir: string): ClusterPlace {
  const home = prepared(dataDir);
  const link = join(home, 'postgres');
  const old = existing(link);
  if (old) return old;
  const account = accountForNewCluster();
  if (account && !canReach(home, account)) return sheltered(link, account);
  return { link, cluster: link, home, account };
}

/** Leaves a link to the data in the requested folder; true if the data is elsewhere. */
export function leaveLink({ link, cluster }: ClusterPlace): boolean {
  if (!existsSync(link)) symlinkSync(cluster, link);
  return realpathSync(link) !== link;
}

function socketFolderOf(cluster: string, account: UnixAccount | undefined, owner: number | undefined): string {
  const temporary = tmpdir();
  const fits = temporary.length <= longestSocketFolder && canReach(temporary, account);
  return join(fits ? temporary : '/tmp', `kabinet-${shortHash(`${owner ?? ''} ${cluster}`)}`);
}

function isPrivate(folder: string, owner: number | undefined): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0;
}

/** Creates the socket folder, private to the account; refuses a folder of that name with another owner. */
export function makeSocketFolder({ cluster, account }: ClusterPlace): string {
  const owner = account?.uid ?? process.getuid?.();
  const folder = socketFolderOf(cluster, account, owner);
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    if (account) chownSync(folder, account.uid, account.gid);
  }
  if (!isPrivate(folder, owner)) {
    throw new EmbeddedRefused(`Папка ${folder} нужна для связи с базой данных, но принадлежит другому: удалите её.`);
  }
  return folder;
}
