import { randomBytes } from 'node:crypto';
import { asWritten, type AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Tx } from '#server/db/database.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { credentialOf, deletePassword, spendRecoveries } from '../credentials/credential.queries.ts';
import { describeBrowser } from '../session/browser.rules.ts';
import { forgetDevices } from '../session/known-device.queries.ts';
import { writeDown } from '../session/session.queries.ts';
import { endOtherSessions } from '../session/session.ts';
import {
  checkMade,
  checkSignature,
  MOST_PASSKEYS,
  type Ceremony,
  type MadePasskey,
  type SignedByPasskey,
} from './ceremony.ts';
import { newChallenge } from './challenge.ts';
import { waysInChanged } from './notices.ts';
import {
  deletePasskey,
  holdPasskey,
  holdPasskeyOwner,
  insertPasskey,
  noteUse,
  passkeysOf,
  type ListedPasskey,
} from './passkey.queries.ts';
import type { PasskeyChange } from './passkey.texts.ts';

/** The least number of passkeys without a password, because one device may be lost. */
const LEAST_WITHOUT_PASSWORD = 2;

/** Whether no passkey may be removed. */
export const isPasskeyNeeded = (count: number, hasPassword: boolean): boolean =>
  !hasPassword && count <= LEAST_WITHOUT_PASSWORD;

export const questionForUse = (vault: Vault, now: Date): string => newChallenge(vault, 'use', now);

/** What a browser needs to make a passkey in this session. */
export async function beginPasskey(tx: Tx, vault: Vault, owner: { contractId: number; sessionId: string }, now: Date) {
  const { handle } = await holdPasskeyOwner(tx, owner.contractId, randomBytes(32).toString('base64url'));
  const known = await passkeysOf(tx, owner.contractId);
  if (known.length >= MOST_PASSKEYS) throw new Problem('passkeys_too_many');
  return {
    challenge: newChallenge(vault, `add ${owner.sessionId}`, now),
    handle,
    known: known.map(({ passkey_id }) => passkey_id),
  };
}

/** Adds the passkey that the browser of this session has made; names it after the browser and system. */
export async function addPasskey(
  tx: Tx,
  owner: { contractId: number; sessionId: string; browser: string },
  made: MadePasskey,
  ceremony: Ceremony,
): Promise<ListedPasskey> {
  const { contractId, sessionId } = owner;
  const { at } = ceremony;
  await holdPasskeyOwner(tx, contractId, randomBytes(32).toString('base64url'));
  const { key, spend } = await checkMade(made, ceremony, `add ${sessionId}`);
  if ((await passkeysOf(tx, contractId)).length >= MOST_PASSKEYS) throw new Problem('passkeys_too_many');
  await spend(tx);
  const name = describeBrowser(owner.browser);
  const added = await insertPasskey(tx, { ...key, contractId, name }, at.now);
  if (!added) throw new Problem('passkey_known');
  await tell(tx, contractId, { what: 'added', name }, at);
  return added;
}

/** Checks what a passkey has signed, once; returns its contract. */
export async function checkSigned(tx: Tx, signed: SignedByPasskey, ceremony: Ceremony): Promise<number> {
  const held = await holdPasskey(tx, signed.id);
  const use = await checkSignature(tx, signed, held, { ceremony, purpose: 'use' });
  if (!held) throw new Problem('passkey_refused');
  await noteUse(tx, signed.id, { ...use, now: ceremony.at.now });
  return held.contract_id;
}

/** Removes a passkey; without a password two must stay. Whatever is refused has changed nothing. */
export async function removePasskey(
  tx: Tx,
  contractId: number,
  passkeyId: AskedId<'passkey'>,
  at: At,
): Promise<{ passkey_id: string }> {
  await holdPasskeyOwner(tx, contractId, randomBytes(32).toString('base64url'));
  const [known, credential] = [await passkeysOf(tx, contractId), await credentialOf(tx, contractId)];
  if (!known.some(({ passkey_id: id }) => id === asWritten(passkeyId))) throw new Problem('not_found');
  if (isPasskeyNeeded(known.length, credential !== undefined)) throw new Problem('last_way_in');
  const removed = await deletePasskey(tx, contractId, passkeyId);
  if (!removed) throw new Problem('not_found');
  await tell(tx, contractId, { what: 'removed', name: removed.name }, at);
  return { passkey_id: removed.passkey_id };
}

/** Removes the password, so that only passkeys sign in, and ends other sessions; undefined if there was no password. */
export async function removePassword(
  tx: Tx,
  { contractId, sessionId }: { contractId: number; sessionId: string },
  at: At,
): Promise<number | undefined> {
  await holdPasskeyOwner(tx, contractId, randomBytes(32).toString('base64url'));
  if ((await passkeysOf(tx, contractId)).length < LEAST_WITHOUT_PASSWORD) throw new Problem('last_way_in');
  if (!(await deletePassword(tx, contractId))) return undefined;
  const ended = await endOtherSessions(tx, contractId, sessionId, 'password_changed', at.now);
  await forgetDevices(tx, contractId);
  await spendRecoveries(tx, contractId, at.now);
  await tell(tx, contractId, { what: 'password_removed', name: '' }, at);
  return ended;
}

async function tell(tx: Tx, contractId: number, change: PasskeyChange, at: At): Promise<void> {
  const kind = change.what === 'password_removed' ? change.what : (`passkey_${change.what}` as const);
  await writeDown(tx, { kind, contractId, detail: { name: change.name } }, at.now);
  await notify(tx, waysInChanged, contractId, change, at);
}
