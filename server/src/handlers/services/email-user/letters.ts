import type { contract } from '@kabinet/contract';
import { addDays, instant } from '@kabinet/contract/kernel/day';
import { nameInOneForm } from '@kabinet/contract/kernel/mailbox-name';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { refuseUnreached } from '#server/domain/identity/contacts/codes.ts';
import {
  askToForward,
  forwardDone,
  startForward,
  tryForwardCode,
  turnForward,
} from '#server/domain/services/mailbox/forward.ts';
import { setReply } from '#server/domain/services/mailbox/letters.queries.ts';
import {
  countAliases,
  deleteAlias,
  insertAlias,
  lockBox,
  type WholeBoxRow,
} from '#server/domain/services/mailbox/mailbox.queries.ts';
import { whyNotChange } from '#server/domain/services/mailbox/mailbox.rules.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { plural } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handler, type ScopeOf } from '#server/kernel/world.ts';
import { ownBox } from './box.ts';
import { freeAddress } from './name.ts';

type Group = typeof contract.emailUser;

/** A mailbox of the caller that may be changed now, locked until the end of the transaction. */
async function changeable(
  { db, subscriber }: Pick<ScopeOf<Group['reply']>, 'db' | 'subscriber'>,
  id: Parameters<typeof ownBox>[2],
): Promise<WholeBoxRow> {
  const { user_id } = await ownBox(db, subscriber, id);
  await lockBox(db, user_id);
  const box = await ownBox(db, subscriber, id);
  const blockReason = whyNotChange(box);
  if (blockReason !== null) throw new Problem('change_not_allowed', { message: blockReason });
  return box;
}

const ofBox = ({ user_id: userId, contract_id: contractId, address }: WholeBoxRow) => ({ userId, contractId, address });

export const addAlias: Handler<Group['addAlias']> = async ({ body }, scope) => {
  const { db, subscriber, provider, now } = scope;
  const box = await changeable(scope, body.user_id);
  const domain = box.address.slice(box.address.lastIndexOf('@') + 1);
  const most = provider.mail.aliases;
  if ((await countAliases(db, box.user_id)) >= most) {
    const message = `Больше ${plural(most, ['имени', 'имён', 'имён'])} у ящика завести нельзя. Уберите ненужное`;
    throw new Problem('change_not_allowed', { message });
  }
  const address = await freeAddress(db, subscriber, body.name, domain);
  if (!(await insertAlias(db, box.user_id, address, now))) throw new Problem('mail_name_taken');
  await serviceChanged(db, { userId: box.user_id });
  return { address };
};

export const removeAlias: Handler<Group['removeAlias']> = async ({ body }, scope) => {
  const { user_id: userId } = await changeable(scope, body.user_id);
  const removed = await deleteAlias(scope.db, userId, nameInOneForm(body.address));
  if (removed) await serviceChanged(scope.db, { userId });
  return { removed };
};

export const forward: Handler<Group['forward']> = async ({ body }, scope) => {
  const box = await changeable(scope, body.user_id);
  refuseUnreached(scope.outside, 'email');
  const { expiresAt, againAt } = await askToForward(scope.db, ofBox(box), nameInOneForm(body.target), scope.now);
  return { expires_at: instant(expiresAt), again_at: instant(againAt) };
};

/** Opens its own transactions, so that a wrong code counts although the call is refused. A repeat gets the same reply. */
export const activateForward = withoutTransaction<Group['activateForward']>(async ({ body }, scope) => {
  const { db, now, provider } = scope;
  const done = await db.write(async (tx) => {
    const { user_id: userId } = await changeable({ ...scope, db: tx }, body.user_id);
    return forwardDone(tx, userId, body.code, now);
  });
  if (done !== undefined) return { target: done };
  const isRightCode = await db.write(async (tx) => {
    const { user_id: userId } = await changeable({ ...scope, db: tx }, body.user_id);
    return tryForwardCode(tx, userId, body.code, now);
  });
  if (!isRightCode) throw new Problem('code_wrong', { errors: [{ path: 'body.code', message: 'Код не подошёл' }] });
  const target = await db.write(async (tx) => {
    const box = await changeable({ ...scope, db: tx }, body.user_id);
    return startForward(tx, ofBox(box), { now, zone: provider.time_zone });
  });
  return { target };
});

export const changeForward: Handler<Group['switchForward']> = async ({ body }, scope) => {
  const box = await changeable(scope, body.user_id);
  await turnForward(scope.db, ofBox(box), body.is_on, { now: scope.now, zone: scope.provider.time_zone });
  return { is_on: body.is_on };
};

export const changeAutoReply: Handler<Group['reply']> = async ({ body }, scope) => {
  const { db, provider, today } = scope;
  const { user_id: userId } = await changeable(scope, body.user_id);
  const { is_on, subject, text, from, until } = body;
  if (until < from) throw badDay('Последний день раньше первого');
  if (is_on && until < today) throw badDay('Этот день уже прошёл');
  const zone = provider.time_zone;
  const days = {
    fromAt: new Date(dayStart(from, zone)),
    untilAt: new Date(dayStart(addDays(until, 1), zone)),
  };
  await setReply(db, userId, { is_on, subject, text, from, until, ...days });
  await serviceChanged(db, { userId });
  return { is_on };
};

const badDay = (message: string): Problem =>
  new Problem('bad_input', { message, errors: [{ path: 'body.until', message }] });
