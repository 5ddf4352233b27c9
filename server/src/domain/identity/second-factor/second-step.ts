import { randomBytes } from 'node:crypto';
import type { Tx } from '#server/db/database.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { secretToReadOut } from '#server/domain/shared/read-out.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { spendRecoveries } from '../credentials/credential.queries.ts';
import { forgetDevices } from '../session/known-device.queries.ts';
import { writeDown } from '../session/session.queries.ts';
import { BACKUP_CODES, codeInOneForm } from './backup-code.rules.ts';
import { secondStepChanged } from './notices.ts';
import {
  deleteTotp,
  enableTotp,
  holdTotp,
  noteStep,
  putTotp,
  replaceBackupCodes,
  secondStepState,
  useBackupCode,
} from './second-step.queries.ts';
import { base32, isAppCode, KEY_BYTES, stepOf } from './totp.ts';

const sealedFor = (contractId: number) => `totp:${contractId}`;

/** Makes a new key for the app and returns it in base32. The second step is on only after the first code. */
export async function beginSecondStep(tx: Tx, vault: Vault, contractId: number, now: Date): Promise<string> {
  const key = randomBytes(KEY_BYTES);
  const secret = vault.seal(key.toString('base64'), sealedFor(contractId));
  if (!(await putTotp(tx, contractId, secret, now))) throw new Problem('second_step_on');
  return base32(key);
}

/** Accepts a code of the app once; false if it is wrong or used. `isOn`: whether the second step must be on, or only begun. */
async function acceptAppCode(
  tx: Tx,
  vault: Vault,
  contractId: number,
  typed: string,
  { now, isOn }: { now: Date; isOn: boolean },
): Promise<boolean> {
  const totp = await holdTotp(tx, contractId);
  if (!totp || (totp.enabled_at !== null) !== isOn) return false;
  const key = Buffer.from(vault.open(totp.secret, sealedFor(contractId)), 'base64');
  const step = stepOf(key, typed, now, totp.last_step);
  if (step === undefined) return false;
  await noteStep(tx, contractId, step);
  return true;
}

/** Accepts a code of the app or a backup code, once. */
export async function acceptCode(tx: Tx, vault: Vault, contractId: number, typed: string, now: Date): Promise<boolean> {
  const code = typed.replaceAll(/\s/g, '');
  if (isAppCode(code)) return acceptAppCode(tx, vault, contractId, code, { now, isOn: true });
  return useBackupCode(tx, contractId, markOf(vault, contractId, code), now);
}

const markOf = (vault: Vault, contractId: number, code: string): Buffer =>
  vault.markOf(`backup code ${contractId} ${codeInOneForm(code)}`);

/**
 * Switches the second step on by a code of the app; returns the backup codes, or undefined if the code is wrong. From
 * then on every device must enter a code once.
 */
export async function enableSecondStep(
  tx: Tx,
  vault: Vault,
  { contractId, typed }: { contractId: number; typed: string },
  at: At,
): Promise<string[] | undefined> {
  const { now } = at;
  if ((await secondStepState(tx, contractId)).enabled_at !== null) throw new Problem('second_step_on');
  const code = typed.replaceAll(/\s/g, '');
  if (!(await acceptAppCode(tx, vault, contractId, code, { now, isOn: false }))) return undefined;
  await enableTotp(tx, contractId, now);
  await spendRecoveries(tx, contractId, now);
  await forgetDevices(tx, contractId);
  await tell(tx, contractId, 'on', at);
  return giveBackupCodes(tx, vault, contractId);
}

async function giveBackupCodes(tx: Tx, vault: Vault, contractId: number): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, () => secretToReadOut(2, 5));
  const marks = codes.map((code) => markOf(vault, contractId, code));
  await replaceBackupCodes(tx, contractId, marks);
  return codes;
}

/** Gives new backup codes; the former ones are not valid any more. */
export async function renewBackupCodes(tx: Tx, vault: Vault, contractId: number, at: At): Promise<string[]> {
  if (!(await holdTotp(tx, contractId))?.enabled_at) throw new Problem('second_step_off');
  await tell(tx, contractId, 'codes', at);
  return giveBackupCodes(tx, vault, contractId);
}

/** Switches the second step off; returns whether it was on. */
export async function disableSecondStep(tx: Tx, contractId: number, at: At): Promise<boolean> {
  const wasOn = await deleteTotp(tx, contractId);
  if (wasOn) await tell(tx, contractId, 'off', at);
  return wasOn;
}

async function tell(tx: Tx, contractId: number, what: 'on' | 'off' | 'codes', at: At): Promise<void> {
  await writeDown(tx, { kind: `second_step_${what}`, contractId, detail: {} }, at.now);
  await notify(tx, secondStepChanged, contractId, { what }, at);
}
