import { randomBytes } from 'node:crypto';
import type { Tx } from '#server/db/database.ts';
import { BACKUP_CODES, codeInOneForm } from '#server/domain/identity/second-factor/backup-code.rules.ts';
import { isAppCode, KEY_BYTES, stepOf } from '#server/domain/identity/second-factor/totp.ts';
import { secretToReadOut } from '#server/domain/shared/read-out.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { holdStaffTotp, noteStaffStep, replaceSpareCodes, useSpareCode } from './staff-code.queries.ts';

const sealedFor = (personId: number) => `staff totp:${personId}`;

/** A new key for a person's app, sealed. */
export const sealNewKey = (vault: Vault, personId: number): Buffer =>
  vault.seal(randomBytes(KEY_BYTES).toString('base64'), sealedFor(personId));

export const openKey = (vault: Vault, personId: number, secret: Buffer): Buffer =>
  Buffer.from(vault.open(secret, sealedFor(personId)), 'base64');

const withoutSpaces = (typed: string): string => typed.replaceAll(/\s/g, '');

/** The step of a code that proves an app which is not in use yet; undefined if the code is wrong. */
export const provenStep = (key: Buffer, typed: string, now: Date): number | undefined =>
  stepOf(key, withoutSpaces(typed), now, 0);

/** Accepts a code of the app or a spare code, once. */
export async function acceptStaffCode(
  tx: Tx,
  vault: Vault,
  personId: number,
  typed: string,
  now: Date,
): Promise<boolean> {
  const code = withoutSpaces(typed);
  if (!isAppCode(code)) return useSpareCode(tx, personId, markOf(vault, personId, code), now);
  const { totp_secret: secret, totp_last_step: last } = await holdStaffTotp(tx, personId);
  if (secret === null) return false;
  const step = stepOf(openKey(vault, personId, secret), code, now, last);
  if (step === undefined) return false;
  await noteStaffStep(tx, personId, step);
  return true;
}

const markOf = (vault: Vault, personId: number, code: string): Buffer =>
  vault.markOf(`staff spare code ${personId} ${codeInOneForm(code)}`);

/** Gives ten spare codes; the former ones work no more. */
export async function giveSpareCodes(tx: Tx, vault: Vault, personId: number): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, () => secretToReadOut(2, 5));
  await replaceSpareCodes(
    tx,
    personId,
    codes.map((code) => markOf(vault, personId, code)),
  );
  return codes;
}
