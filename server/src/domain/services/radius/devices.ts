import type { Tx } from '#server/db/database.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { deleteNas, insertDevice, lockDevice, updateDevice, type NasRow, type NewNas } from './device.queries.ts';
import { renderRepliesJob } from './jobs.ts';

const sealed = (vault: Vault, { ip }: Pick<NasRow, 'ip'>, secret: string): Buffer =>
  vault.sealForRadius(secret, `nas:${ip}`);

/** Adds a device of access. It may be the first one of its kind, so what devices are told is made anew. */
export async function addDevice(
  tx: Tx,
  vault: Vault,
  { secret, ...wanted }: Omit<NewNas, 'secret'> & { readonly secret: string },
): Promise<NasRow> {
  const made = await insertDevice(tx, { ...wanted, secret: sealed(vault, wanted, secret) });
  if (!made) throw new Problem('nas_named');
  await addJob(tx, renderRepliesJob, {});
  return made;
}

export async function editDevice(
  tx: Tx,
  vault: Vault,
  nasId: number,
  { secret, ...wanted }: Partial<Omit<NasRow, 'nas_id' | 'ip'>> & { readonly secret?: string | undefined },
): Promise<{ readonly was: NasRow; readonly is: NasRow }> {
  const was = await lockDevice(tx, nasId);
  if (!was) throw new Problem('nas_unknown');
  const is = { ...was, ...wanted };
  await updateDevice(tx, is, secret === undefined ? null : sealed(vault, was, secret));
  if (is.kind !== was.kind) await addJob(tx, renderRepliesJob, {});
  return { was, is };
}

export async function removeDevice(tx: Tx, nasId: number): Promise<NasRow> {
  const removed = await lockDevice(tx, nasId);
  if (!removed) throw new Problem('nas_unknown');
  await deleteNas(tx, nasId);
  return removed;
}
