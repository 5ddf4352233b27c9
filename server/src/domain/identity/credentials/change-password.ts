import type { Tx } from '#server/db/database.ts';
import { notify, settleMatter } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { spendRecoveries } from './credential.queries.ts';
import { forgetDevices } from '../session/known-device.queries.ts';
import { writeDown } from '../session/session.queries.ts';
import { endOtherSessions } from '../session/session.ts';
import { PASSWORD_TOPIC } from '../session/topic.ts';
import { passwordChanged } from './notices.ts';
import type { PasswordChange } from './password.texts.ts';

interface After extends PasswordChange {
  readonly contractId: number;
  /** The session that stays; all others end. */
  readonly keep?: string;
}

/** After every change of the password: ends other sessions and open recoveries, forgets known devices, tells the subscriber. */
export async function afterPasswordChange(tx: Tx, { contractId, by, keep }: After, at: At): Promise<number> {
  const ended = await endOtherSessions(tx, contractId, keep, 'password_changed', at.now);
  await forgetDevices(tx, contractId);
  await spendRecoveries(tx, contractId, at.now);
  await writeDown(tx, { kind: 'password_changed', contractId, detail: { by } }, at.now);
  await settleMatter(tx, contractId, PASSWORD_TOPIC, at.now);
  await notify(tx, passwordChanged, contractId, { by }, at);
  return ended;
}
