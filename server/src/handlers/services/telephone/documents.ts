import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Tx } from '#server/db/database.ts';
import type { WaitingAddress } from '#server/domain/identity/contacts/contacts.ts';
import {
  activateAddress,
  chooseDocuments,
  mailingState,
  setAddress,
  type MailingState,
} from '#server/domain/documents/mailing/mailing.ts';
import { SEND_DAY } from '#server/domain/documents/mailing/mailing.rules.ts';
import { withoutTransaction, type Handler, type Subscriber } from '#server/kernel/world.ts';

type Group = typeof contract.telephone;

interface Scope {
  readonly subscriber: Subscriber;
  readonly now: Date;
}

async function stateNow(db: Tx, { subscriber, now }: Scope): Promise<Result<Group['emailSettings']>> {
  const { settings, waiting, sent } = await mailingState(db, subscriber.contractId, now);
  const last = (document: string) => sent.find((one) => one.document === document) ?? null;
  return {
    ...addressOf({ settings, waiting }),
    sends_invoice: settings?.sends_invoice ?? false,
    sends_calls: settings?.sends_calls ?? false,
    send_day: SEND_DAY,
    last_invoice: last('invoice'),
    last_calls: last('calls'),
  };
}

const addressOf = ({ settings, waiting }: Omit<MailingState, 'sent'>) => ({
  email: settings?.address ?? waiting?.address ?? null,
  is_active: settings !== undefined,
  has_code: waiting !== undefined,
  waiting: waiting ? waitingEmail(waiting) : null,
});

const waitingEmail = ({ address: email, ...times }: WaitingAddress) => ({ email, ...times });

export const documentEmailSettings: Handler<Group['emailSettings']> = (_, scope) => stateNow(scope.db, scope);

export const setDocumentEmail: Handler<Group['setEmail']> = async ({ body }, scope) => {
  await setAddress(scope.db, scope.subscriber.contractId, body.email, scope);
  return stateNow(scope.db, scope);
};

export const activateDocumentEmail = withoutTransaction<Group['activateEmail']>(async ({ body }, scope) => {
  const at = { now: scope.now, zone: scope.provider.time_zone };
  await activateAddress(scope.db, scope.subscriber.contractId, body.code, at);
  return scope.db.read((tx) => stateNow(tx, scope));
});

export const setEmailPackage: Handler<Group['setEmailPackage']> = async ({ body }, scope) => {
  await chooseDocuments(scope.db, scope.subscriber.contractId, body);
  return stateNow(scope.db, scope);
};
