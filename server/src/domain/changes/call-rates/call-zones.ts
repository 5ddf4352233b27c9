import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { orderServicesJob } from '../catalogue/jobs.ts';
import {
  callZoneRows,
  deletePrefixes,
  insertPrefixes,
  insertZone,
  lockZones,
  renameZone,
  type ZoneRow,
} from './call-rate.queries.ts';

/** `7848, 7927` → its codes, each once. */
export const prefixesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  ),
];

function refuseTaken(zones: readonly ZoneRow[], own: string, codes: readonly string[]): void {
  for (const code of codes) {
    const owner = zones.find(({ zone, prefixes }) => zone !== own && prefixes.includes(code));
    if (owner) throw new Problem('prefix_taken', { message: `Код ${code} у зоны «${owner.name}»` });
  }
}

/** Adds a zone; lines for which it is closed by default are told to the network. */
export async function addZone(
  tx: Tx,
  made: Pick<ZoneRow, 'zone' | 'name' | 'access'>,
  prefixes: readonly string[],
): Promise<void> {
  await lockZones(tx);
  const zones = await callZoneRows(tx);
  if (zones.some(({ zone, name }) => zone === made.zone || name.toLowerCase() === made.name.toLowerCase()))
    throw new Problem('catalogue_named', { message: 'Такая зона уже есть' });
  refuseTaken(zones, made.zone, prefixes);
  await insertZone(tx, made);
  await insertPrefixes(tx, made.zone, prefixes);
  if (made.access === 'abroad') await addJob(tx, orderServicesJob, { planId: null });
}

export interface EditedZone {
  readonly was: ZoneRow;
  readonly name: string;
  readonly added: string[];
  readonly removed: string[];
}

/** Renames a zone, or gives it exactly these codes; the code of all other numbers stays where it is. */
export async function editZone(
  tx: Tx,
  zone: string,
  { name, prefixes }: { readonly name?: string | undefined; readonly prefixes?: readonly string[] | undefined },
): Promise<EditedZone> {
  await lockZones(tx);
  const zones = await callZoneRows(tx);
  const was = zones.find((one) => one.zone === zone);
  if (!was) throw new Problem('zone_unknown');
  const kept = was.prefixes.filter((code) => code !== '');
  const added = prefixes?.filter((code) => !kept.includes(code)) ?? [];
  const removed = prefixes ? kept.filter((code) => !prefixes.includes(code)) : [];
  refuseTaken(zones, zone, added);
  await deletePrefixes(tx, zone, removed);
  await insertPrefixes(tx, zone, added);
  if (name !== undefined) await renameZone(tx, zone, name);
  return { was, name: name ?? was.name, added, removed };
}
