import { sealTyped } from '#server/domain/services/access/seal-typed.ts';
import type { World } from '#server/kernel/world.ts';

/** The job `seal_typed_passwords`, each minute. */
export async function sealTypedPasswords({ db, outside, clock, log }: World): Promise<void> {
  const sealed = await sealTyped({ db, vault: outside.vault, now: clock.now() });
  if (sealed > 0) log.info({ sealed }, 'services of which only a hash was kept can enter by RADIUS now');
}
