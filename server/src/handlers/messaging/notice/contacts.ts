import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import {
  confirmContact,
  contactState,
  setContact,
  type ContactState,
  type WaitingAddress,
} from '#server/domain/identity/contacts/contacts.ts';
import type { Tx } from '#server/db/database.ts';
import { withoutTransaction, type Handler, type Subscriber } from '#server/kernel/world.ts';
import type { Outside } from '#server/integrations/port.ts';
import type { Provider } from '#server/kernel/provider.ts';

type Group = typeof contract.notice;

export interface ContactsScope {
  readonly subscriber: Subscriber;
  readonly now: Date;
  readonly provider: Provider;
  readonly publicUrl: string;
  readonly outside: Pick<Outside, 'reaches'>;
}

export const contactSendingOf = ({ now, provider, publicUrl, outside }: ContactsScope) => ({
  now,
  zone: provider.time_zone,
  publicUrl,
  provider,
  outside,
});
const ofPhone = ({ subscriber }: ContactsScope) => ({ contractId: subscriber.contractId, kind: 'phone' }) as const;
const ofEmail = ({ subscriber }: ContactsScope) => ({ contractId: subscriber.contractId, kind: 'email' }) as const;

function mobile({ active, waiting }: ContactState): Result<Group['getMobile']> {
  return {
    phone_number: active ?? waiting?.address ?? null,
    ...stateOf({ active, waiting }),
    waiting: waiting ? { phone_number: waiting.address, ...waitingTimesOf(waiting) } : null,
  };
}

function email({ active, waiting }: ContactState): Result<Group['emailSettings']> {
  return {
    email: active ?? waiting?.address ?? null,
    ...stateOf({ active, waiting }),
    waiting: waiting ? { email: waiting.address, ...waitingTimesOf(waiting) } : null,
  };
}

const stateOf = ({ active, waiting }: ContactState) => ({
  is_active: active !== undefined,
  has_code: waiting !== undefined,
});

export const waitingTimesOf = ({ address: _, ...times }: WaitingAddress) => times;

const mobileNow = async (db: Tx, scope: ContactsScope) => mobile(await contactState(db, ofPhone(scope), scope.now));
const emailNow = async (db: Tx, scope: ContactsScope) => email(await contactState(db, ofEmail(scope), scope.now));

export const getMobile: Handler<Group['getMobile']> = (_, scope) => mobileNow(scope.db, scope);
export const emailSettings: Handler<Group['emailSettings']> = (_, scope) => emailNow(scope.db, scope);

export const setMobile: Handler<Group['setMobile']> = async ({ body }, scope) => {
  await setContact(scope.db, { ...ofPhone(scope), address: body.phone_number }, contactSendingOf(scope));
  return mobileNow(scope.db, scope);
};

export const setEmail: Handler<Group['setEmail']> = async ({ body }, scope) => {
  await setContact(scope.db, { ...ofEmail(scope), address: body.email }, contactSendingOf(scope));
  return emailNow(scope.db, scope);
};

export const activateMobile = withoutTransaction<Group['activateMobile']>(async ({ body }, scope) => {
  await confirmContact(scope.db, ofPhone(scope), body.code, contactSendingOf(scope));
  return scope.db.read((tx) => mobileNow(tx, scope));
});

export const activateEmail = withoutTransaction<Group['activateEmail']>(async ({ body }, scope) => {
  await confirmContact(scope.db, ofEmail(scope), body.code, contactSendingOf(scope));
  return scope.db.read((tx) => emailNow(tx, scope));
});
