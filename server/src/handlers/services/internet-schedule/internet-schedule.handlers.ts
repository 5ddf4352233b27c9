import type { contract } from '@kabinet/contract';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { instant, type Day } from '@kabinet/contract/kernel/day';
import { stateAt, type Schedule } from '@kabinet/contract/kernel/schedule';
import type { Tx } from '#server/db/database.ts';
import { maskedAddress } from '#server/domain/identity/contacts/address.rules.ts';
import { sendCodeToConfirmed } from '#server/domain/identity/contacts/codes.ts';
import { passwordCode } from '#server/domain/services/access-schedule/password-code.ts';
import { followSchedule } from '#server/domain/services/access-schedule/follow.ts';
import { needProof } from '#server/domain/services/access-schedule/proof.queries.ts';
import {
  changesOf,
  scheduleCodeContacts,
  lockSchedule,
  lockService,
  saveHours,
  savePause,
  scheduleOf,
  serviceOf,
  writeChange,
  type ScheduleRow,
} from '#server/domain/services/access-schedule/schedule.queries.ts';
import {
  changeText,
  defaults,
  hoursProblems,
  standing,
} from '#server/domain/services/access-schedule/schedule.rules.ts';
import { lockedUntil } from '#server/domain/services/access-schedule/tries.queries.ts';
import { momentText } from '#server/domain/shared/text.rules.ts';
import type { Outside } from '#server/integrations/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { Handler, Handlers, Subscriber } from '#server/kernel/world.ts';
import { ownInternet } from '#server/domain/services/sessions/own-internet.ts';
import { refuseClosed } from './refuse-closed.ts';
import { changeSchedulePassword, checkPassword } from './password.ts';

type Group = typeof contract.internetSchedule;
type ScheduleReply = Result<Group['get']>;

const NONE: ScheduleRow = {
  is_on: false,
  rules: [],
  exceptions: [],
  paused_until: null,
  version: 0,
  password_hash: null,
};

interface Scope {
  readonly db: Tx;
  readonly subscriber: Subscriber;
  readonly now: Date;
  readonly today: Day;
  readonly provider: Provider;
  readonly outside: Pick<Outside, 'reaches'>;
}

async function answer(
  userId: number,
  { db, subscriber, now, today, provider, outside }: Scope,
): Promise<ScheduleReply> {
  const [row = NONE, { is_applied, ...service }, locked_until, contacts, history] = await Promise.all([
    scheduleOf(db, userId),
    serviceOf(db, userId),
    lockedUntil(db, userId, now),
    scheduleCodeContacts(db, subscriber.contractId),
    changesOf(db, userId),
  ]);
  const { open, by, nextChange } = stateAt(row, now, provider.time_zone);
  return {
    user_id: userId,
    version: row.version,
    is_on: row.is_on,
    rules: row.rules.map(({ days, from, to }) => ({ days: [...days], from, to })),
    exceptions: standing(row.exceptions, today).map(({ day, hours }) => ({ day, hours: [...hours] })),
    paused_until: by === 'pause' ? row.paused_until : null,
    now: { open, by, next_change: nextChange },
    service,
    is_applied,
    has_password: row.password_hash !== null,
    locked_until: locked_until === null ? null : instant(new Date(locked_until)),
    recover: contacts.flatMap(({ channel, target }) =>
      outside.reaches[channel] ? [{ channel, to: maskedAddress({ kind: channel, address: target }) }] : [],
    ),
    history,
  };
}

const get: Handler<Group['get']> = async ({ params: { id } }, scope) => {
  return answer(await ownInternet(scope.db, scope.subscriber, id), scope);
};

/** Locks the schedule for a change by an entitled caller; the account is locked first, as everywhere. */
async function lockForChange(asked: AskedId<'user'>, proof: string | undefined, scope: Scope) {
  const { db, subscriber, now } = scope;
  const userId = await ownInternet(db, subscriber, asked);
  refuseClosed(await lockService(db, userId));
  const schedule = await lockSchedule(db, userId);
  await needProof(db, { userId, passwordHash: schedule.password_hash, proof }, subscriber, now);
  return { userId, schedule };
}

const set: Handler<Group['set']> = async ({ params: { id }, body }, scope) => {
  const { db, subscriber, now, today, provider } = scope;
  const { userId, schedule: was } = await lockForChange(id, body.proof, scope);
  const errors = hoursProblems(body, today);
  if (errors.length > 0) throw new Problem('bad_input', { errors });
  if (was.version !== body.version) throw new Problem('changed_meanwhile');
  const { is_on, rules } = body;
  const paused_until = is_on ? was.paused_until : null;
  const is: Schedule = { is_on, rules, exceptions: standing(body.exceptions, today), paused_until };
  await saveHours(db, userId, is);
  const text = changeText(was, is);
  if (text !== undefined) {
    await writeChange(db, { userId, sessionId: subscriber.sessionId, text, detail: { ...is }, now });
  }
  await followSchedule(db, userId, { now, zone: provider.time_zone });
  return answer(userId, scope);
};

const pause: Handler<Group['pause']> = async ({ params: { id }, body: { minutes, proof } }, scope) => {
  const { db, subscriber, now, today, provider } = scope;
  const { userId, schedule } = await lockForChange(id, proof, scope);
  if (!schedule.is_on) throw new Problem('change_not_allowed', { message: 'График выключен, приостанавливать нечего' });
  if (minutes > defaults.longest_pause) {
    const message = `Пауза: не дольше ${defaults.longest_pause / 60} часов`;
    throw new Problem('bad_input', { errors: [{ path: 'body.minutes', message }] });
  }
  const until = minutes === 0 ? null : instant(new Date(now.getTime() + minutes * 60_000));
  await savePause(db, userId, until);
  const text = until === null ? 'Пауза закончена' : `Пауза до ${momentText(until, today, provider.time_zone)}`;
  await writeChange(db, { userId, sessionId: subscriber.sessionId, text, detail: { paused_until: until }, now });
  await followSchedule(db, userId, { now, zone: provider.time_zone });
  return answer(userId, scope);
};

const sendPassword: Handler<Group['sendPassword']> = async ({ params: { id }, body: { channel } }, scope) => {
  const { db, subscriber, now } = scope;
  const userId = await ownInternet(db, subscriber, id);
  const schedule = await scheduleOf(db, userId);
  if (schedule?.password_hash == null) {
    throw new Problem('change_not_allowed', { message: 'У графика нет пароля: задайте его без кода' });
  }
  const { contractId } = subscriber;
  const wanted = { contractId, kind: channel, purpose: passwordCode(userId) };
  const sent = await sendCodeToConfirmed(db, wanted, scope);
  if (!sent) throw new Problem('schedule_no_contact');
  const to = maskedAddress({ kind: channel, address: sent.address });
  await writeChange(db, {
    userId,
    sessionId: subscriber.sessionId,
    text: `Отправлен код: ${to}`,
    now,
  });
  return {
    channel,
    to,
    expires_at: instant(sent.expires_at),
    again_at: instant(sent.again_at),
  };
};

export const internetScheduleHandlers: Handlers<Group> = {
  defs: () => Promise.resolve({ ...defaults, weeks: [...defaults.weeks] }),
  get,
  set,
  pause,
  checkPassword,
  changePassword: changeSchedulePassword,
  sendPassword,
};
