import type { contract } from '@kabinet/contract';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Input, Result } from '@kabinet/contract/kernel/call/call';
import { instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { passwordCode } from '#server/domain/services/access-schedule/password-code.ts';
import { checkCode, spendCode, type CheckedCode } from '#server/domain/identity/contacts/codes.ts';
import {
  giveProof,
  withdrawProofs,
  type ScheduleProof,
} from '#server/domain/services/access-schedule/proof.queries.ts';
import {
  scheduleCodeContacts,
  lockSchedule,
  lockService,
  replaceSchedulePassword,
  scheduleOf,
  serviceOf,
  writeChange,
} from '#server/domain/services/access-schedule/schedule.queries.ts';
import { beginTry, forgetTries } from '#server/domain/services/access-schedule/tries.queries.ts';
import { scheduleLockedText, wrongSchedulePasswordText } from '#server/domain/services/access-schedule/tries.rules.ts';
import { hashPassword, isRight } from '#server/domain/identity/credentials/password.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type OpenScopeOf } from '#server/kernel/world.ts';
import { ownInternet } from '#server/domain/services/sessions/own-internet.ts';
import { refuseClosed } from './refuse-closed.ts';

type Group = typeof contract.internetSchedule;
type Scope = OpenScopeOf<Group['checkPassword']>;
type ProofReply = Result<Group['checkPassword']>;

// A wrong password is counted even though the call is refused, so these calls do not run in one transaction.

const proven = ({ proof, expires_at }: ScheduleProof): ProofReply => ({ proof, expires_at: instant(expires_at) });
const UNPROTECTED: ProofReply = { proof: null, expires_at: null };

/** Starts a try of the password; undefined if there is none. */
function attempt(asked: AskedId<'user'>, { db, subscriber, now }: Scope) {
  return db.write(async (tx) => {
    const userId = await ownInternet(tx, subscriber, asked);
    refuseClosed(await serviceOf(tx, userId));
    const hash = (await scheduleOf(tx, userId))?.password_hash ?? null;
    return { userId, tried: hash === null ? undefined : { hash, ...(await beginTry(tx, userId, now)) } };
  });
}

function refuseLocked(rest: number): never {
  throw new Problem('schedule_password_locked', {
    message: scheduleLockedText(rest),
    retryAfter: Math.ceil(rest / 1000),
  });
}

/** Who may change the schedule or its password. */
interface Entitled {
  readonly userId: number;
  /** The hash of the present password; null if there is none. */
  readonly was: string | null;
  /** The code that is spent by the change. */
  readonly code?: CheckedCode;
}

/** Checks the password, and counts a wrong one. */
async function byPassword(asked: AskedId<'user'>, password: string, scope: Scope): Promise<Entitled> {
  const { userId, tried } = await attempt(asked, scope);
  if (!tried) return { userId, was: null };
  if (tried.rest > 0) refuseLocked(tried.rest);
  if (await isRight(password, tried.hash)) return { userId, was: tried.hash };
  if (tried.locked_until !== null) {
    const { db, subscriber, now } = scope;
    await db.write((tx) =>
      writeChange(tx, { userId, sessionId: subscriber.sessionId, text: 'Пароль не подошёл пять раз подряд', now }),
    );
  }
  throw new Problem('schedule_password_wrong', { message: wrongSchedulePasswordText(tried.failures) });
}

export const checkPassword = withoutTransaction<Group['checkPassword']>(
  async ({ params: { id }, body: { password } }, scope) => {
    const { userId, was } = await byPassword(id, password, scope);
    if (was === null) return UNPROTECTED;
    const { db, subscriber, now } = scope;
    return db.write(async (tx) => {
      const current = await lockSchedule(tx, userId);
      if (current.password_hash !== was) throw new Problem('schedule_password_wrong');
      await forgetTries(tx, userId);
      return proven(await giveProof(tx, userId, subscriber, now));
    });
  },
);

type Change = Input<Group['changePassword']>['body'];

async function entitled(asked: AskedId<'user'>, { old, code }: Change, scope: Scope): Promise<Entitled> {
  if (code !== undefined) return byCode(asked, code, scope);
  if (old !== undefined) return byPassword(asked, old, scope);
  const { db, subscriber } = scope;
  return db.read(async (tx) => {
    const userId = await ownInternet(tx, subscriber, asked);
    refuseClosed(await serviceOf(tx, userId));
    if (await hashIn(tx, userId)) throw new Problem('schedule_password_needed');
    return { userId, was: null };
  });
}

const hashIn = async (tx: Tx, userId: number) => (await scheduleOf(tx, userId))?.password_hash ?? null;

/** Checks a code instead of the password; works even while the password is locked, and so lifts the lock. */
async function byCode(asked: AskedId<'user'>, typed: string, { db, subscriber, now }: Scope): Promise<Entitled> {
  const { userId, was } = await db.read(async (tx) => {
    const userId = await ownInternet(tx, subscriber, asked);
    refuseClosed(await serviceOf(tx, userId));
    return { userId, was: await hashIn(tx, userId) };
  });
  const { contractId } = subscriber;
  const code = await checkCode(db, { contractId, purpose: passwordCode(userId).name }, typed, now);
  const contacts = await db.read((tx) => scheduleCodeContacts(tx, contractId));
  if (!contacts.some(({ target }) => target === code.address)) throw new Problem('code_wrong');
  return { userId, was, code };
}

export const changeSchedulePassword = withoutTransaction<Group['changePassword']>(
  async ({ params: { id }, body }, scope) => {
    const { db, subscriber, now } = scope;
    const { userId, was, code } = await entitled(id, body, scope);
    const hash = body.new === null ? null : await hashPassword(body.new);
    return db.write(async (tx) => {
      await lockService(tx, userId);
      await lockSchedule(tx, userId);
      if (code) await spendCode(tx, code, now);
      if (!(await replaceSchedulePassword(tx, userId, { was, hash }))) throw new Problem('changed_meanwhile');
      await withdrawProofs(tx, userId);
      await forgetTries(tx, userId);
      const text = changeWords(was, hash, code !== undefined);
      await writeChange(tx, { userId, sessionId: subscriber.sessionId, text, now });
      return hash === null ? UNPROTECTED : proven(await giveProof(tx, userId, subscriber, now));
    });
  },
);

function changeWords(was: string | null, hash: string | null, isByCode: boolean): string {
  if (hash === null) return 'Пароль графика снят';
  if (was === null) return 'Пароль графика задан';
  return isByCode ? 'Новый пароль графика задан по коду' : 'Пароль графика изменён';
}
