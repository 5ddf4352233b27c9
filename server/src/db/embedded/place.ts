import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { accountForCluster, accountForNewCluster, canReach, type Account } from './account.ts';
import { EmbeddedRefused } from './refusal.ts';

export interface Place {
  /** Where the operator looks for the cluster: inside the folder asked for; a link where the data had to go elsewhere. */
  link: string;
  /** The data directory of PostgreSQL, by its real path. */
  cluster: string;
  /** Holds the cluster, a copy of the program, and the log. */
  home: string;
  account: Account | undefined;
}

/** Where data goes when PostgreSQL's account cannot enter the folder asked for. Not a temporary folder: those get swept. */
const shelters = '/var/lib/kabinet';

/** The system allows 107 bytes for the path of a socket; the file's own name takes the rest. */
const longestSocketFolder = 80;

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The data folder; open for passing through, not for listing, if it had to be made. */
function prepared(dataDir: string): string {
  if (mkdirSync(dataDir, { recursive: true }) !== undefined) chmodSync(dataDir, 0o711);
  return realpathSync(dataDir);
}

function existing(link: string): Place | undefined {
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

function sheltered(link: string, account: Account): Place {
  const folder = dirname(link);
  const home = join(shelters, `${basename(dirname(folder))}-${shortHash(folder)}`);
  const cluster = join(home, 'postgres');
  const old = existing(cluster);
  if (old) return { ...old, link };
  mkdirSync(home, { recursive: true });
  for (const one of [shelters, home]) chmodSync(one, 0o755);
  return { link, cluster, home, account };
}

/** Where the cluster is, or is to be. Throws EmbeddedRefused where its owner and the folder do not fit together. */
export function findPlace(dataDir: string): Place {
  const home = prepared(dataDir);
  const link = join(home, 'postgres');
  const old = existing(link);
  if (old) return old;
  const account = accountForNewCluster();
  if (account && !canReach(home, account)) return sheltered(link, account);
  return { link, cluster: link, home, account };
}

/** Shows where the data is in the folder it was asked for; true if that is another place. */
export function leaveLink({ link, cluster }: Place): boolean {
  if (!existsSync(link)) symlinkSync(cluster, link);
  return realpathSync(link) !== link;
}

function socketFolderOf(cluster: string, account: Account | undefined, owner: number | undefined): string {
  const temporary = tmpdir();
  const fits = temporary.length <= longestSocketFolder && canReach(temporary, account);
  return join(fits ? temporary : '/tmp', `kabinet-${shortHash(`${owner ?? ''} ${cluster}`)}`);
}

function isPrivate(folder: string, owner: number | undefined): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0;
}

/** The folder of the socket, private to the account; a stranger's folder of that name is refused. */
export function makeSocketFolder({ cluster, account }: Place): string {
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
