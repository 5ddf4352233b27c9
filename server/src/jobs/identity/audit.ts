import { anchorAudit, sealAudit } from '#server/domain/staff/audit/seal.ts';
import type { World } from '#server/kernel/world.ts';

/** The job `sealAuditJob`. */
export async function sealAndAnchor(world: World): Promise<void> {
  await sealAudit(world.db, world.clock.now());
  await anchorAudit(world);
}
