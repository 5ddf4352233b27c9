import type { contract } from '@kabinet/contract';
import { instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Input, Result } from '@kabinet/contract/kernel/call/call';
import { momentText, rubles } from '#server/domain/shared/text.rules.ts';
import { servicePasswordChanged } from '#server/domain/services/access/notices.ts';
import { sealedDigests } from '#server/domain/services/access/service-password.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import { lineLimitsOf, settleLine, type LineLimits, type SipTerms } from '#server/domain/services/sip/limits.ts';
import { closeZone, openZone } from '#server/domain/services/sip/directions.ts';
import { directionOpened, limitRaised } from '#server/domain/services/sip/notices.ts';
import { linkHash, newLink, newSipPassword, SETUP_FOR_MS } from '#server/domain/services/sip/setup-link.ts';
import {
  endRegistrations,
  holdLine,
  keepDigests,
  keepLink,
  sipLine,
  type SipLine,
} from '#server/domain/services/sip/sip.queries.ts';
import { writeDown } from '#server/domain/identity/session/session.queries.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, Handlers, ScopeOf } from '#server/kernel/world.ts';
import { lineAnswer, NO_SIP, refuseOther, whyNotNew } from './line-answer.ts';

type Scope = ScopeOf<typeof contract.sipUser.lowerLimits>;
type AskedLimits = Input<typeof contract.sipUser.lowerLimits>['body'];
type Direction = Result<typeof contract.sipUser.get>['directions'][number];
type AskedDirection = Input<typeof contract.sipUser.openDirection>['body'];

const get: Handler<typeof contract.sipUser.get> = async ({ params: { id } }, scope) => {
  const user = await ownUser(scope.db, scope.subscriber, id);
  refuseOther(user);
  return lineAnswer(scope.db, user, scope);
};

const renewPassword: Handler<typeof contract.sipUser.newPassword> = async ({ body: { user_id } }, scope) => {
  const { db, subscriber, provider, outside, publicUrl, now, today } = scope;
  const [password, link, until] = [newSipPassword(), newLink(), new Date(now.getTime() + SETUP_FOR_MS)];
  const user = await ownUser(db, subscriber, user_id);
  refuseOther(user);
  const { userId } = user;
  await holdLine(db, userId);
  const line = await sipLine(db, userId, today, provider.time_zone);
  const { login } = line;
  const blockReason = whyNotNew(line, provider.sip);
  if (blockReason !== null || !provider.sip)
    throw new Problem('change_not_allowed', { message: blockReason ?? NO_SIP });
  const realm = { login, domain: provider.sip.domain };
  await keepDigests(db, userId, sealedDigests(outside.vault, userId, password, realm), now);
  await keepLink(db, userId, linkHash(link), until);
  await endRegistrations(db, userId);
  await serviceChanged(db, { userId });
  const { contractId } = subscriber;
  await writeDown(db, { kind: 'service_password_changed', contractId, detail: { userId } }, now);
  await notify(db, servicePasswordChanged, contractId, { login }, { now, zone: provider.time_zone });
  const setupUrl = `${publicUrl}/gateway/sip/${link}`;
  return { user_id: userId, login, password, setup_url: setupUrl, setup_until: instant(until) };
};

const endRegistration: Handler<typeof contract.sipUser.endRegistration> = async ({ body }, scope) => {
  const user = await ownUser(scope.db, scope.subscriber, body.user_id);
  refuseOther(user);
  if ((await endRegistrations(scope.db, user.userId, body.registration_id)) === 0) throw new Problem('not_found');
  return lineAnswer(scope.db, user, scope);
};

async function ownLineOf(userId: AskedLimits['user_id'], { db, subscriber, provider, today }: Scope) {
  const user = await ownUser(db, subscriber, userId);
  refuseOther(user);
  if (!provider.sip) throw new Problem('change_not_allowed', { message: NO_SIP });
  await holdLine(db, user.userId);
  const line = await sipLine(db, user.userId, today, provider.time_zone);
  if (line.situation === 'closed') throw new Problem('change_not_allowed', { message: 'Линия закрыта' });
  return { user, line, terms: provider.sip };
}

const wrong = (field: string, message: string): Problem =>
  new Problem('bad_input', { message, errors: [{ path: `body.${field}`, message }] });

function refuseSenseless({ month, day }: LineLimits, most: number): void {
  if (month <= 0) throw wrong('month', 'Укажите лимит больше нуля');
  if (day <= 0) throw wrong('day', 'Укажите лимит больше нуля');
  if (day > month) throw wrong('day', 'Лимит на день не может быть больше лимита на месяц');
  if (month > most) throw wrong('month', `Больше ${rubles(kopecks(most))} в месяц ставит только поддержка`);
}

async function setLimits({ user_id, month, day }: AskedLimits, isRaising: boolean, scope: Scope) {
  const { db, subscriber, provider, now } = scope;
  const { user, line, terms } = await ownLineOf(user_id, scope);
  const at = { now, zone: provider.time_zone };
  const was = lineLimitsOf(line, terms);
  refuseSenseless({ month, day }, Math.max(terms.most_month_limit, was.month));
  const isHigher = month > was.month || day > was.day;
  if (isHigher && !isRaising)
    throw new Problem('change_not_allowed', {
      message: 'Это выше нынешнего лимита. Чтобы поднять его, подтвердите паролем',
    });
  const limits: LineLimits = { month, day };
  await settleLine(db, user.userId, terms, at, { limits });
  const { contractId } = subscriber;
  await writeDown(db, { kind: 'sip_limits_changed', contractId, detail: { userId: user.userId, month, day } }, now);
  if (isHigher) await notify(db, limitRaised, contractId, { login: line.login, ...limits }, at);
  return lineAnswer(db, user, scope);
}

async function setDirection({ user_id, zone }: AskedDirection, isOpen: boolean, scope: Scope) {
  const { db, provider, now } = scope;
  const { user, line, terms } = await ownLineOf(user_id, scope);
  const at = { now, zone: provider.time_zone };
  const { directions } = await lineAnswer(db, user, scope);
  const direction = directions.find((one) => one.zone === zone);
  if (!direction) throw wrong('zone', 'Такого направления в тарифе нет');
  if (direction.access !== 'abroad')
    throw new Problem('change_not_allowed', { message: `«${direction.name}» открыто всегда` });
  if (isOpen) await openFor(direction, line, terms, scope);
  else if (direction.is_open) {
    await closeZone(db, line, zone, terms, at);
    await noteDirection('sip_direction_closed', line, zone, scope);
  }
  return lineAnswer(db, user, scope);
}

const noteDirection = (
  kind: 'sip_direction_opened' | 'sip_direction_closed',
  { user_id: userId }: SipLine,
  zone: string,
  { db, subscriber: { contractId }, now }: Scope,
) => writeDown(db, { kind, contractId, detail: { userId, zone } }, now);

/** Opens a direction; if it is open for some hours already, prolongs that. */
async function openFor(
  { zone, name, is_open: isOpen, open_hours: hours }: Direction,
  line: SipLine,
  terms: SipTerms,
  scope: Scope,
) {
  if (isOpen && hours === null) return;
  const { db, now, today, provider } = scope;
  const at = { now, zone: provider.time_zone };
  const closesAt = await openZone(db, line, { zone, hours }, terms, at);
  await noteDirection('sip_direction_opened', line, zone, scope);
  const until = closesAt && momentText(closesAt, today, at.zone);
  await notify(db, directionOpened, scope.subscriber.contractId, { login: line.login, direction: name, until }, at);
}

const lowerLimits: Handler<typeof contract.sipUser.lowerLimits> = ({ body }, scope) => setLimits(body, false, scope);
const raiseLimits: Handler<typeof contract.sipUser.raiseLimits> = ({ body }, scope) => setLimits(body, true, scope);
const closeDirection: Handler<typeof contract.sipUser.closeDirection> = ({ body }, scope) =>
  setDirection(body, false, scope);
const openDirection: Handler<typeof contract.sipUser.openDirection> = ({ body }, scope) =>
  setDirection(body, true, scope);
export const sipUserHandlers: Handlers<typeof contract.sipUser> = {
  get,
  newPassword: renewPassword,
  endRegistration,
  lowerLimits,
  raiseLimits,
  closeDirection,
  openDirection,
};
