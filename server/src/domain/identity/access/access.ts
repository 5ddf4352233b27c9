import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { maskedName } from '#server/domain/shared/masked-name.rules.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { removeFirst } from '../contacts/contacts.ts';
import { holdContract } from '../contacts/contact.queries.ts';
import { removeFurther } from '../contacts/further.ts';
import { unlinkChat } from '../contacts/messenger.ts';
import { credentialOf } from '../credentials/credential.queries.ts';
import { passkeysOf } from '../passkeys/passkey.queries.ts';
import { isPasskeyNeeded, removePasskey } from '../passkeys/passkeys.ts';
import { deleteKey, keysOf } from '../personal-key/personal-key.queries.ts';
import {
  holdShare,
  invitationsOf,
  isInvitationOpen,
  membersOf,
  withdrawInvitation,
} from '../sharing/sharing.queries.ts';
import { endShareFromSide } from '../sharing/sharing.ts';
import { contactsOf, type ContactRow } from './access.queries.ts';

// Access: whatever beside the password opens a contract or receives its messages. A new password ends sessions, but no access
// (decision 0138): most of it is the owner's own, so he looks through it and removes what is not his.

/** Access that was added within this time is new. Milliseconds. */
const NEW_FOR = 30 * 86_400_000;

type Named =
  | { readonly kind: 'passkey'; readonly passkey_id: string }
  | { readonly kind: 'share'; readonly share_id: string }
  | { readonly kind: 'invitation'; readonly invitation_id: string }
  | { readonly kind: 'personal_key'; readonly personal_key_id: string }
  | { readonly kind: 'further_contact'; readonly contact_id: number }
  | { readonly kind: ContactRow['kind'] };

export interface ContractAccess {
  readonly item: Named;
  readonly name: string;
  readonly role: ShareRole | 'owner' | 'technical' | null;
  readonly is_calendar: boolean;
  readonly added_at: Instant | null;
  readonly used_at: Instant | null;
  readonly is_new: boolean;
  readonly is_proven: boolean;
  readonly why_kept: string | null;
}

type Found = Pick<ContractAccess, 'item' | 'name' | 'added_at'> & Partial<ContractAccess>;

export const newSince = (now: Date): Date => new Date(now.getTime() - NEW_FOR);

/** All access to a contract beside the password, the latest first. */
export async function accessOf(tx: Tx, contractId: number, now: Date): Promise<ContractAccess[]> {
  const [credential, passkeys, keys, members, invitations, contacts] = await Promise.all([
    credentialOf(tx, contractId),
    passkeysOf(tx, contractId),
    keysOf(tx, contractId),
    membersOf(tx, contractId, now),
    invitationsOf(tx, contractId, now),
    contactsOf(tx, contractId),
  ]);
  const whyKey = isPasskeyNeeded(passkeys.length, credential !== undefined) ? KEY_NEEDED : null;
  const found: Found[] = [
    ...passkeys.map(({ passkey_id, ...key }) => ({
      item: { kind: 'passkey' as const, passkey_id },
      ...key,
      why_kept: whyKey,
    })),
    ...members.map(({ share_id, client_name, is_company, label, role, since, used_at }) => ({
      item: { kind: 'share' as const, share_id },
      ...{ name: label ?? maskedName(client_name, is_company), role, added_at: since, used_at },
    })),
    ...invitations.map(({ invitation_id, label, role, created_at }) => ({
      item: { kind: 'invitation' as const, invitation_id },
      ...{ name: label ?? '', role, added_at: created_at },
    })),
    ...keys.map(({ personal_key_id, name, scopes, created_at, used_at }) => ({
      item: { kind: 'personal_key' as const, personal_key_id },
      ...{ name, is_calendar: scopes.includes('calendar'), added_at: created_at, used_at },
    })),
    ...contacts.map((contact) => ofContact(contact, contacts)),
  ];
  const since = newSince(now).getTime();
  return found
    .map((one) => ({ ...PLAIN, ...one, is_new: timeOf(one) >= since }))
    .toSorted((a, b) => timeOf(b) - timeOf(a));
}

const PLAIN = { role: null, is_calendar: false, used_at: null, is_proven: false, why_kept: null } as const;
const KEY_NEEDED = 'Без пароля нужны два ключа';
const CONTACT_NEEDED = 'Других контактов для входа нет. Заменить этот можно в разделе «Телефон и почта»';

const timeOf = ({ added_at: at }: Pick<ContractAccess, 'added_at'>): number => (at === null ? 0 : Date.parse(at));

function ofContact(contact: ContactRow, all: readonly ContactRow[]): Found {
  const { further_contact_id: id, kind, address, label, role, confirmed_at: added_at, is_proven } = contact;
  const shared = { added_at, is_proven, role };
  if (id !== null) return { item: { kind: 'further_contact', contact_id: id }, name: address, ...shared };
  const isChat = kind === 'telegram' || kind === 'max';
  return {
    item: { kind },
    name: isChat ? (label ?? '') : address,
    ...shared,
    why_kept: isLast(contact, all) ? CONTACT_NEEDED : null,
  };
}

/** Whether it is the only first contact to which a code for a new password may come. */
const isLast = ({ kind }: ContactRow, all: readonly ContactRow[]): boolean =>
  isFirst(kind) && all.filter((one) => one.further_contact_id === null && isFirst(one.kind)).length === 1;
const isFirst = (kind: ContactRow['kind']): kind is 'phone' | 'email' => kind === 'phone' || kind === 'email';

/** Counts access that is new. */
export const countNew = async (tx: Tx, contractId: number, now: Date): Promise<number> =>
  (await accessOf(tx, contractId, now)).filter(({ is_new, is_proven }) => is_new && !is_proven).length;

export type AccessRef =
  | { readonly kind: 'passkey'; readonly passkey_id: AskedId<'passkey'> }
  | { readonly kind: 'share'; readonly share_id: AskedId<'share'> }
  | { readonly kind: 'invitation'; readonly invitation_id: AskedId<'invitation'> }
  | { readonly kind: 'personal_key'; readonly personal_key_id: AskedId<'personal_key'> }
  | { readonly kind: 'further_contact'; readonly contact_id: AskedId<'contact'> }
  | { readonly kind: ContactRow['kind'] };

/** Contacts are removed first, so that a stranger's contact is not told of the removals that follow. */
const ORDER: readonly AccessRef['kind'][] = ['further_contact', 'telegram', 'max'];

interface Removed {
  /** How many items. */
  readonly removed: number;
  /** Why others stay. */
  readonly kept: string[];
}

/**
 * Removes some access in the order in which it is named; skips what is gone already or not the contract's. The last way in stays, and
 * keeps nothing else: a refusal means that nothing was removed.
 */
export async function removeAccess(tx: Tx, contractId: number, items: readonly AccessRef[], at: At): Promise<Removed> {
  await holdContract(tx, contractId);
  let removed = 0;
  const refusals: Problem[] = [];
  for (const item of items.toSorted((a, b) => rank(a) - rank(b))) {
    const done = await tryRemove(tx, contractId, item, at);
    if (done instanceof Problem) refusals.push(done);
    else if (done) removed += 1;
  }
  const [refusal] = refusals;
  if (refusal && removed === 0) throw refusal;
  return { removed, kept: [...new Set(refusals.map(({ message }) => message))] };
}

function rank({ kind }: AccessRef): number {
  if (kind === 'phone' || kind === 'email') return -1;
  return ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length;
}

/** Whether it was removed, or why it must stay. */
async function tryRemove(tx: Tx, contractId: number, item: AccessRef, at: At): Promise<boolean | Problem> {
  try {
    return await remove(tx, contractId, item, at);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'not_found') return false;
    if (error.code === 'last_way_in') return error;
    throw error;
  }
}

const remove = (tx: Tx, contractId: number, item: AccessRef, at: At): Promise<boolean> =>
  'passkey_id' in item || 'personal_key_id' in item
    ? removeKey(tx, contractId, item, at)
    : removePerson(tx, contractId, item, at);

type KeyAsked = Extract<AccessRef, { readonly kind: 'passkey' | 'personal_key' }>;

async function removeKey(tx: Tx, contractId: number, item: KeyAsked, at: At): Promise<boolean> {
  if (item.kind === 'personal_key') return (await deleteKey(tx, contractId, item.personal_key_id)) !== undefined;
  await removePasskey(tx, contractId, item.passkey_id, at);
  return true;
}

async function removePerson(tx: Tx, contractId: number, item: Exclude<AccessRef, KeyAsked>, at: At): Promise<boolean> {
  // To end a share or an invitation again succeeds, but removes nothing.
  if ('share_id' in item) {
    if ((await holdShare(tx, { contractId }, item.share_id, at.now))?.is_over !== false) return false;
    await endShareFromSide(tx, { contractId }, item.share_id, at);
  } else if ('contact_id' in item) await removeFurther(tx, contractId, item.contact_id, at);
  else if ('invitation_id' in item) {
    if (!(await isInvitationOpen(tx, contractId, item.invitation_id))) return false;
    await withdrawInvitation(tx, contractId, item.invitation_id, at.now);
  } else return removeContact(tx, contractId, item.kind, at);
  return true;
}

const removeContact = (tx: Tx, contractId: number, kind: ContactRow['kind'], at: At): Promise<boolean> =>
  isFirst(kind) ? removeFirst(tx, { contractId, kind }, at) : unlinkChat(tx, contractId, kind, at);
