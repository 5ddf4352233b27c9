import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import {
  activateFurther,
  addFurther,
  alterFurther,
  contactsLeftOf,
  listFurther,
  MOST_CONTACTS,
  removeFurther,
  resendFurther,
  type ListedFurther,
} from '#server/domain/identity/contacts/further.ts';
import { isAskedFor, KINDS_OF_ROLE, type ContactRole } from '#server/domain/messaging/roles.rules.ts';
import type { Tx } from '#server/db/database.ts';
import { withoutTransaction, type Handler } from '#server/kernel/world.ts';
import { contactSendingOf, waitingTimesOf, type ContactsScope } from './contacts.ts';

type Group = typeof contract.notice;
type Contacts = Result<Group['contacts']>;

const ROLES = ['owner', 'payer', 'technical'] as const satisfies readonly ContactRole[];

const listed = ({ id, kind, address, role, name, muted, wanted, confirmed_at, waiting }: ListedFurther) => ({
  contact_id: id,
  kind,
  address,
  role,
  name,
  is_active: confirmed_at !== null,
  kinds: KINDS_OF_ROLE[role].filter((one) => (isAskedFor(one) ? wanted.includes(one) : !muted.includes(one))),
  waiting: waiting ? waitingTimesOf(waiting) : null,
});

async function contactsNow(db: Tx, { subscriber, now }: ContactsScope): Promise<Contacts> {
  const found = await listFurther(db, subscriber.contractId, now);
  return {
    contacts: found.map(listed),
    roles: ROLES.map((role) => ({ role, kinds: [...KINDS_OF_ROLE[role]] })),
    most: MOST_CONTACTS,
    left: { phone: contactsLeftOf(found, 'phone'), email: contactsLeftOf(found, 'email') },
  };
}

export const contacts: Handler<Group['contacts']> = (_, scope) => contactsNow(scope.db, scope);

export const addContact: Handler<Group['addContact']> = async ({ body }, scope) => {
  await addFurther(scope.db, scope.subscriber.contractId, body, contactSendingOf(scope));
  return contactsNow(scope.db, scope);
};

export const resendContact: Handler<Group['resendContact']> = async ({ body }, scope) => {
  await resendFurther(scope.db, scope.subscriber.contractId, body.contact_id, contactSendingOf(scope));
  return contactsNow(scope.db, scope);
};

export const activateContact = withoutTransaction<Group['activateContact']>(async ({ body }, scope) => {
  const typed = { asked: body.contact_id, typed: body.code };
  await activateFurther(scope.db, scope.subscriber.contractId, typed, contactSendingOf(scope));
  return scope.db.read((tx) => contactsNow(tx, scope));
});

export const changeContact: Handler<Group['changeContact']> = async ({ body }, scope) => {
  const { contact_id: asked, ...wanted } = body;
  await alterFurther(scope.db, scope.subscriber.contractId, { asked, ...wanted }, contactSendingOf(scope));
  return contactsNow(scope.db, scope);
};

export const removeContact: Handler<Group['removeContact']> = async ({ body }, scope) => {
  await removeFurther(scope.db, scope.subscriber.contractId, body.contact_id, contactSendingOf(scope));
  return contactsNow(scope.db, scope);
};
