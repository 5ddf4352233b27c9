import { writeFile } from 'node:fs/promises';
import type { MariaDb } from './mariadb.ts';

/**
 * Makes the base of what stands for a core, and the role of the script that books.
 * @returns the file by which the script enters the base
 */
export async function openCore(server: MariaDb, core: URL): Promise<string> {
  await server.run(`
    create database core character set utf8;
    create user kabinet_book@localhost identified by 'it-books';
    grant execute on procedure kabinet.kabinet_take to kabinet_book@localhost;
    grant execute on procedure kabinet.kabinet_settle to kabinet_book@localhost`);
  await server.load(new URL('core.sql', import.meta.url), 'core');
  await server.load(core, 'core');
  const config = `${server.folder}/kabinet-book.cnf`;
  await writeFile(config, `[client]\nsocket=${server.socket}\nuser=kabinet_book\npassword=it-books\n`);
  return config;
}
