import { phoneText } from '@kabinet/contract/kernel/russian';
import { sendCodeOf } from '#server/domain/identity/recovery/recovery.ts';
import type { World } from '#server/kernel/world.ts';

export const sendCodeOfRecovery = (
  { db, clock, publicUrl, provider, outside }: World,
  { recovery }: { readonly recovery: string },
): Promise<void> =>
  db.write((tx) =>
    sendCodeOf(tx, Buffer.from(recovery, 'base64url'), {
      now: clock.now(),
      publicUrl,
      outside,
      provider,
      phone: phoneText(provider.support_phones[0]?.phone ?? ''),
    }),
  );
