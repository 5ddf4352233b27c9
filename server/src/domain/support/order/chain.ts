import { serviceAccess } from '#server/domain/services/access/access.queries.ts';
import { liveInternetSessions } from '#server/domain/services/sessions/session.queries.ts';
import type { LineRefusal, LineSession } from '#server/domain/services/radius/facts.rules.ts';
import { factsOfLine } from '#server/domain/services/radius/facts.ts';
import { sessionsOnDevices, type DeviceSessionRow } from '#server/domain/services/radius/state.queries.ts';
import { toldAttributes } from '#server/domain/services/radius/told.rules.ts';
import { plural } from '#server/domain/shared/text.rules.ts';
import { chainOf, type ChainLink, type Evidence } from './chain.rules.ts';
import { checkService, type CheckFacts } from './check.ts';
import { stepMomentText, type CheckScope } from './own-steps.ts';
import type { CheckRequest } from './subject.ts';

export interface ServiceChain extends Pick<CheckFacts, 'subject' | 'finding' | 'incidentId'> {
  readonly links: ChainLink[];
  readonly broken: ChainLink['link'] | null;
}

/** Why a service does not work, link by link: the subscriber's own check, with what the network has told beside it. */
export async function serviceChain(scope: CheckScope, asked: CheckRequest): Promise<ServiceChain> {
  const { subject, checks, finding, incidentId } = await checkService(scope, asked);
  if (!subject) return { subject, finding, incidentId, links: [], broken: null };
  const evidence = subject.kind === 'internet' && subject.user ? await evidenceOf(subject.user.user_id, scope) : {};
  return { subject, finding, incidentId, ...chainOf(subject.kind, { checks, cause: finding.cause }, evidence) };
}

const filled = (...texts: readonly (string | null | undefined | false)[]): string[] =>
  texts.filter((text) => typeof text === 'string');

const REFUSED: Record<LineRefusal['why'], string> = {
  unknown: 'логина нет',
  password: 'неверный пароль',
  no_password: 'нет читаемого пароля',
  closed: 'услуга закрыта',
  schedule: 'закрыто графиком',
  mac: 'привязан другой роутер',
  sessions: 'уже в сети с другого',
};

/** «отказ: неверный пароль, 02:10:01:76:c0:e6, 12 раз с 18:20, BRAS-1». */
const refusalText = ({ why, mac, times, since, device }: LineRefusal, scope: CheckScope): string =>
  filled(
    `отказ: ${REFUSED[why]}`,
    mac,
    `${plural(times, ['раз', 'раза', 'раз'])} с ${stepMomentText(since, scope)}`,
    device,
  ).join(', ');

/** When its device has told of the session last. */
const heardText = ({ device, seen_at: at, is_stuck: isStuck }: LineSession, scope: CheckScope): string | null =>
  device === null || at === null ? null : `${device}: ${isStuck ? 'молчит с' : 'отчёт в'} ${stepMomentText(at, scope)}`;

/** What the session has on its device, and what it should have. */
function shapeText({ device, differs, seen, seen_shape, wanted, wanted_shape }: DeviceSessionRow): string | null {
  if (device === null || seen_shape === null) return null;
  const has = `на оборудовании ${toldAttributes(seen).join(', ') || seen_shape}`;
  if (!differs) return `${has}, как и должно`;
  return `${has}, а должно ${wanted_shape === null ? 'не быть в сети' : toldAttributes(wanted).join(', ') || wanted_shape}`;
}

/** Port, devices and session of an internet service. */
async function evidenceOf(userId: number, scope: CheckScope): Promise<Evidence> {
  const [access, [live], facts, onDevices] = await Promise.all([
    serviceAccess(scope.db, userId),
    liveInternetSessions(scope.db, userId, scope.now),
    factsOfLine(scope.db, userId, scope.now),
    sessionsOnDevices(scope.db, scope.subscriber.contractId),
  ]);
  const { bound_mac: bound, seen_mac: seen, seen_at: at } = access;
  return {
    line: filled(live?.port && `порт ${live.port}`),
    router: filled(
      bound !== null && `привязан ${bound}`,
      seen !== null && seen !== bound && `вышел на связь ${seen}${at === null ? '' : `, ${stepMomentText(at, scope)}`}`,
      ...facts.refusals.map((one) => refusalText(one, scope)),
    ),
    session: filled(
      live && `адрес ${live.address}, с ${stepMomentText(live.start, scope)}`,
      ...facts.sessions.filter(({ is_on: isOn }) => isOn).map((one) => heardText(one, scope)),
      ...onDevices.filter(({ user_id: of }) => of === userId).map(shapeText),
    ),
  };
}
