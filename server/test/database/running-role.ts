import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** The role of `deploy/database/running-role.sql`. */
const RUNNING_ROLE = 'kabinet_run';
const PASSWORD = 'the-role-that-runs-the-portal';

/** Part of the address of a test's server that has this role: the port where it signs in. */
const PORT = 'running_port';

export const withRunningRole = (url: string, port: number | undefined): string =>
  `${url}${url.includes('?') ? '&' : '?'}${PORT}=${port}`;

/** The address of the same database for the role that only runs the portal; undefined if the server has no such role. */
export function runningUrlOf(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url);
  const port = searchParams.get(PORT);
  return port === null ? undefined : `postgresql://${RUNNING_ROLE}:${PASSWORD}@127.0.0.1:${port}${pathname}`;
}

/** Makes the role by the file that a provider runs; returns its name. */
export async function makeRunningRole(owner: pg.Client): Promise<string> {
  const file = new URL('../../../deploy/database/running-role.sql', import.meta.url);
  await owner.query((await readFile(file, 'utf8')).replace(`:'password'`, `'${PASSWORD}'`));
  return RUNNING_ROLE;
}
