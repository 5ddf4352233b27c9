import type { contract } from '@kabinet/contract';
import { nameInOneForm } from '@kabinet/contract/kernel/mailbox-name';
import { PASSWORD_LENGTH, ownWordsOf } from '@kabinet/contract/kernel/service-password';
import type { Tx } from '#server/db/database.ts';
import { createBox, nextPlan, removeBox, restoreBox } from '#server/domain/changes/mailbox/mailbox-change.ts';
import { programHolderOf } from '#server/domain/changes/program/program.queries.ts';
import { summaryOf } from '#server/domain/changes/service-change/change-summary.ts';
import { demandTodaysBooks } from '#server/domain/changes/service-change/todays-books.ts';
import { versionOf } from '#server/domain/changes/service-change/version.ts';
import { kept, refuseWeakServicePassword } from '#server/domain/services/access/service-password.ts';
import {
  boxesOf,
  clientNameOf,
  domainsOf,
  mailPlansFor,
  takenOf,
  type MailPlan,
} from '#server/domain/services/mailbox/mailbox.queries.ts';
import { isReserved, similarNames } from '#server/domain/services/mailbox/mailbox-name.rules.ts';
import { rehearse } from '#server/kernel/call/rehearsal.ts';
import { withoutTransaction, type Handler, type Handlers, type Subscriber } from '#server/kernel/world.ts';
import { addAlias, activateForward, forward, removeAlias, changeAutoReply, changeForward } from './letters.ts';
import { freeAddress, judgeName } from './name.ts';
import { boxOf, ownBox, mailboxChangeTermsOf, wholeAnswer } from './box.ts';

type Group = typeof contract.emailUser;

const list: Handler<Group['list']> = async (_, { db, subscriber }) =>
  (await boxesOf(db, subscriber.contractId)).map(boxOf);

const get: Handler<Group['get']> = async ({ params }, scope) => {
  const { db, subscriber } = scope;
  return wholeAnswer(db, await ownBox(db, subscriber, params.id), scope);
};

const wordsFor = async (tx: Tx, { contractId }: Subscriber, providerName: string, address: string) =>
  ownWordsOf([address, String(contractId), await clientNameOf(tx, contractId), providerName]);

const OFFERED_NONE = { quota_bytes: null, price: null, boxes_left: 0, boxes_most: 0 };

const offered = ({ quota_bytes, price, left, boxes }: MailPlan) => ({
  quota_bytes,
  price,
  boxes_left: left,
  boxes_most: boxes,
});

const terms: Handler<Group['terms']> = async (_, scope) => {
  const { db, subscriber, provider, today } = scope;
  const { contractId } = subscriber;
  const [holder, plans, domains, own_words] = await Promise.all([
    programHolderOf(db, { contractId, userId: null }, { lock: false }),
    mailPlansFor(db, contractId, today),
    domainsOf(db, contractId),
    wordsFor(db, subscriber, provider.name, ''),
  ]);
  demandTodaysBooks(holder, today, mailboxChangeTermsOf(scope));
  const next = nextPlan(holder, domains.length === 0 ? [] : plans);
  return {
    domains: domains.map(({ domain }) => domain),
    ...('plan' in next ? offered(next.plan) : OFFERED_NONE),
    ...PASSWORD_LENGTH,
    own_words,
    kept_days: provider.mail.kept_days,
    control: {
      status: 'plan' in next ? ('on' as const) : ('locked' as const),
      text: 'blockReason' in next ? next.blockReason : '',
      possible_from: null,
    },
    version: versionOf(holder, today),
  };
};

const MOST_SIMILAR = 3;

const check: Handler<Group['check']> = async ({ query: { name, domain } }, { db, subscriber }) => {
  const judged = await judgeName(db, subscriber, name, domain);
  if (judged.answer !== 'taken') return { ...judged, similar: [] };
  const names = similarNames(nameInOneForm(name), subscriber.contractId);
  const taken = new Set(
    await takenOf(
      db,
      names.map((one) => `${one}@${domain}`),
    ),
  );
  const free = names.filter((one) => !taken.has(`${one}@${domain}`) && !isReserved(one, { isOwnDomain: false }));
  return { ...judged, similar: free.slice(0, MOST_SIMILAR) };
};

const NOBODY = Buffer.from('$argon2id$');

const preview = withoutTransaction<Group['preview']>((_, scope) =>
  rehearse(scope.db, async (tx) => {
    const { contractId } = scope.subscriber;
    // A rehearsal is rolled back; nobody can have this address, because it is not a valid name.
    const box = { contractId, address: `-${scope.now.getTime()}@${contractId}`, secret: NOBODY, isRehearsal: true };
    const { user_id: _, ...told } = await createBox(tx, box, mailboxChangeTermsOf(scope));
    return { ...summaryOf(told), switches_on: told.switches_on.slice(1) };
  }),
);

const create: Handler<Group['create']> = async ({ body }, scope) => {
  const { db, subscriber, provider, outside } = scope;
  const address = await freeAddress(db, subscriber, body.name, body.domain);
  refuseWeakServicePassword(body.password, await wordsFor(db, subscriber, provider.name, address), 'body.password');
  const { secret } = await kept(outside.vault, { userId: 0, userType: 'mail' }, body.password);
  const { contractId } = subscriber;
  const told = await createBox(db, { contractId, address, secret, version: body.version }, mailboxChangeTermsOf(scope));
  return { ...summaryOf(told), address };
};

const remove: Handler<Group['remove']> = async ({ params }, scope) => {
  const { db, subscriber } = scope;
  const { user_id: userId } = await ownBox(db, subscriber, params.id);
  const told = await removeBox(db, { userId, contractId: subscriber.contractId }, mailboxChangeTermsOf(scope));
  return { ...summaryOf(told), user_id: userId };
};

const restore: Handler<Group['restore']> = async ({ body }, scope) => {
  const { db, subscriber } = scope;
  const { user_id: userId } = await ownBox(db, subscriber, body.user_id);
  const told = await restoreBox(db, { userId, contractId: subscriber.contractId }, mailboxChangeTermsOf(scope));
  return { ...summaryOf(told), user_id: userId };
};

export const emailUserHandlers: Handlers<Group> = {
  list,
  terms,
  check,
  get,
  preview,
  create,
  remove,
  restore,
  addAlias,
  removeAlias,
  forward,
  activateForward,
  switchForward: changeForward,
  reply: changeAutoReply,
};
