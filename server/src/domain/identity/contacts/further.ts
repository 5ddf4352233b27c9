import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Database, Tx } from '#server/db/database.ts';
import { notify, sendToContact } from '#server/domain/messaging/notify.ts';
import { isAskedFor, KINDS_OF_ROLE, rolesTold, type ContactRole } from '#server/domain/messaging/roles.rules.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { contractNo } from '#server/domain/shared/contract-no.queries.ts';
import { spendRecoveries } from '../credentials/credential.queries.ts';
import type { ContactAddress } from './address.rules.ts';
import { checkCode, sendCode, spendCode, type CodePurpose, type CodeSending } from './codes.ts';
import { activeContact, holdContract, refuseTaken } from './contact.queries.ts';
import { waitingAddress, type WaitingAddress } from './contacts.ts';
import {
  changeFurther,
  confirmFurther,
  dropFurther,
  furtherAt,
  furtherContacts,
  holdFurther,
  insertFurther,
  type FurtherContact,
} from './further.queries.ts';
import { toldLetter, toldSms } from './further.texts.ts';
import { furtherChanged } from './notices.ts';

// Phones and e-mails beside the first ones: added → confirmed by a code of its own → active, with a role.

/** The most phones, and the most e-mails, of a contract, including the first one. */
export const MOST_CONTACTS = 5;

const purposeOf = (id: number, kind: ContactAddress['kind']): CodePurpose => ({
  name: `contact:${id}`,
  what: kind === 'phone' ? 'подтвердить этот номер' : 'подтвердить этот адрес',
});

export interface ListedFurther extends FurtherContact {
  readonly waiting: WaitingAddress | undefined;
}

export async function listFurther(tx: Tx, contractId: number, now: Date): Promise<ListedFurther[]> {
  const found = await furtherContacts(tx, contractId);
  return Promise.all(
    found.map(async (contact) => ({
      ...contact,
      waiting:
        contact.confirmed_at === null
          ? await waitingAddress(tx, { contractId, purpose: purposeOf(contact.id, contact.kind).name }, now)
          : undefined,
    })),
  );
}

/** How many contacts of a kind may still be added; keeps room for the first one if the contract has none. */
export const contactsLeftOf = (listed: readonly FurtherContact[], kind: ContactAddress['kind']): number =>
  MOST_CONTACTS - 1 - listed.filter((contact) => contact.kind === kind).length;

interface Added extends ContactAddress {
  readonly role: ContactRole;
  readonly name: string;
}

/** Adds a phone or an e-mail and sends a code to it. One that waits for its code gets the new role and another code. */
export async function addFurther(tx: Tx, contractId: number, added: Added, sending: CodeSending): Promise<void> {
  await holdContract(tx, contractId);
  const known = await furtherAt(tx, contractId, added);
  if (known?.confirmed_at != null || (await activeContact(tx, contractId, added.kind)) === added.address) {
    throw new Problem('contact_known');
  }
  if (!known && contactsLeftOf(await furtherContacts(tx, contractId), added.kind) <= 0)
    throw new Problem('contacts_too_many');
  const { id } = await insertFurther(tx, contractId, added, sending.now);
  await sendCode(tx, { contractId, ...added, purpose: purposeOf(id, added.kind) }, sending);
}

async function own(tx: Tx, contractId: number, asked: AskedId<'contact'>): Promise<FurtherContact> {
  const found = await holdFurther(tx, contractId, asked);
  if (!found) throw new Problem('not_found', { message: 'Такого контакта нет. Обновите страницу' });
  return found;
}

export async function resendFurther(
  tx: Tx,
  contractId: number,
  asked: AskedId<'contact'>,
  sending: CodeSending,
): Promise<void> {
  const { id, kind, address, confirmed_at } = await own(tx, contractId, asked);
  if (confirmed_at !== null) throw new Problem('contact_known', { message: 'Этот контакт уже подтверждён' });
  await sendCode(tx, { contractId, kind, address, purpose: purposeOf(id, kind) }, sending);
}

/** Confirms a further contact by its code, and tells the owner. */
export async function activateFurther(
  db: Database,
  contractId: number,
  { asked, typed }: { readonly asked: AskedId<'contact'>; readonly typed: string },
  at: At,
): Promise<void> {
  const { id, kind } = await db.write((tx) => own(tx, contractId, asked));
  const checked = await checkCode(db, { contractId, purpose: purposeOf(id, kind).name }, typed, at.now);
  await db.write(async (tx) => {
    await spendCode(tx, checked, at.now);
    const contact = await own(tx, contractId, asked);
    if (contact.role === 'owner') await refuseTaken(tx, contractId, contact);
    await notify(tx, furtherChanged, contractId, { ...contact, what: 'added' }, at);
    await confirmFurther(tx, contact.id, at.now);
  });
}

/** Changes the role, the name and the categories of a contact. Tells the owner and the contact of a new role. */
export async function alterFurther(
  tx: Tx,
  contractId: number,
  wanted: {
    asked: AskedId<'contact'>;
    role: ContactRole;
    name: string;
    kinds: readonly FurtherContact['muted'][number][];
  },
  at: At,
): Promise<void> {
  const contact = await own(tx, contractId, wanted.asked);
  const { role, name } = wanted;
  const muted = KINDS_OF_ROLE[role].filter((kind) => !isAskedFor(kind) && !wanted.kinds.includes(kind));
  const asked = wanted.kinds.filter(isAskedFor).filter((kind) => rolesTold(kind).includes(role));
  const isActive = contact.confirmed_at !== null;
  if (isActive && role !== contact.role) {
    if (role === 'owner') await refuseTaken(tx, contractId, contact);
    await tellBoth(tx, contractId, { ...contact, role, name, what: 'changed' }, at, contact.role);
    await spendRecoveries(tx, contractId, at.now);
  }
  await changeFurther(tx, contact.id, { role, name, muted, wanted: asked }, at.now);
}

/** Removes a further contact and tells it and the owner; tells nobody if it was never confirmed. */
export async function removeFurther(tx: Tx, contractId: number, asked: AskedId<'contact'>, at: At): Promise<void> {
  const contact = await own(tx, contractId, asked);
  if (contact.confirmed_at !== null) {
    await tellBoth(tx, contractId, { ...contact, what: 'removed' }, at, contact.role);
    await spendRecoveries(tx, contractId, at.now);
  }
  await dropFurther(tx, contact.id);
}

/** Tells owner and contact; call it before the change, so that a contact that is still an owner hears it as one. */
async function tellBoth(
  tx: Tx,
  contractId: number,
  change: FurtherContact & { readonly what: 'changed' | 'removed' },
  at: At,
  roleBefore: ContactRole,
): Promise<void> {
  await notify(tx, furtherChanged, contractId, change, at);
  if (roleBefore === 'owner') return;
  const to = { kind: change.kind, value: change.address };
  await sendToContact(tx, { sms: toldSms, mail: toldLetter }, to, {
    ...change,
    contractNo: await contractNo(tx, contractId),
  });
}
