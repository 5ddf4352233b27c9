import { dayIn } from '@kabinet/contract/kernel/day';
import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { momentText } from '#server/domain/shared/text.rules.ts';
import { newsReaders } from '#server/domain/messaging/choices.queries.ts';
import { notify, notifyAll } from '#server/domain/messaging/notify.ts';
import { afterPasswordChange } from '#server/domain/identity/credentials/change-password.ts';
import { credentialOf, putOneTimePassword } from '#server/domain/identity/credentials/credential.queries.ts';
import { disableSecondStep } from '#server/domain/identity/second-factor/second-step.ts';
import { deleteAllPapers } from '#server/domain/identity/papers/paper.queries.ts';
import { deleteAllTotps } from '#server/domain/identity/second-factor/second-step.queries.ts';
import { forgetServiceKey } from '#server/domain/services/access/service-key.ts';
import { deleteStaffTotps } from '#server/domain/staff/entry/staff-code.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { news, writtenByOperator } from '#server/domain/messaging/campaign/notices.ts';
import { hasContract, lockContract, messageSince } from '../staff.queries.ts';
import { newOneTimePassword } from './one-time-password.ts';
import { keyOfText, type WrittenMessage } from '#server/domain/messaging/campaign/written.ts';
import { accountBalancesOf } from '#server/domain/money/account/balances.queries.ts';

const DAY_MS = 86_400_000;

async function assertNotJustSent(
  tx: Tx,
  contractId: number,
  written: WrittenMessage,
  { now, zone }: At,
): Promise<void> {
  const sent = await messageSince(tx, contractId, keyOfText(written), new Date(now.getTime() - DAY_MS));
  if (!sent) return;
  const when = momentText(sent.created_at, dayIn(zone, now), zone);
  throw new Problem('message_just_sent', {
    message: `Это сообщение абоненту уже отправлено: ${when}. Если отправить ещё раз, добавьте --again=yes`,
  });
}

export const contractHandlers: PlainHandlers<OperatorContract['contracts']> = {
  balance: async ({ query }, { db }) => {
    const accounts = await accountBalancesOf(db, query.contract_id);
    if (accounts.length === 0) throw new Problem('contract_unknown');
    return accounts;
  },
  resetPassword: async ({ body }, { db, now, provider }) => {
    const { contract_id: contractId, second_step } = body;
    if (!(await hasContract(db, contractId))) throw new Problem('contract_unknown');
    const at = atOf({ now, provider });
    const { password, hash, changeBy, until } = await newOneTimePassword(now);
    const was = await credentialOf(db, contractId);
    const made = { was: was?.password_hash ?? null, hash, changeBy, now };
    if (!(await putOneTimePassword(db, contractId, made))) throw new Problem('password_just_changed');
    if (second_step === 'off') await disableSecondStep(db, contractId, at);
    const ended = await afterPasswordChange(db, { contractId, by: 'operator' }, at);
    const isUnused = was?.change_by != null && new Date(was.change_by) > now;
    return {
      contract_id: contractId,
      password,
      until,
      sessions_ended: ended,
      replaces_unused: isUnused,
    };
  },
  notify: async ({ body }, scope) => {
    const { contract_id: contractId, title, text, again } = body;
    // Locked, because the same command may be running.
    if (!(await lockContract(scope.db, contractId))) throw new Problem('contract_unknown');
    const written = { title, text };
    if (again !== 'yes') await assertNotJustSent(scope.db, contractId, written, atOf(scope));
    await notify(scope.db, writtenByOperator, contractId, { ...written, sentAt: scope.now }, atOf(scope));
    return { contract_id: contractId };
  },
  news: async ({ body: data }, { db, now, provider }) => {
    const readers = await newsReaders(db, provider.product);
    const list = readers.map(({ contract_id: contractId }) => ({ contractId, data }));
    await notifyAll(db, news, list, atOf({ now, provider }));
    return { readers: readers.length };
  },
};

export const serviceKeyHandlers: PlainHandlers<OperatorContract['serviceKey']> = {
  forget: async (_, { db }) => {
    // The lost key also sealed these: no code could be checked, and no paper read any more.
    await deleteAllTotps(db);
    await deleteStaffTotps(db);
    await deleteAllPapers(db);
    return { erased: await forgetServiceKey(db) };
  },
};
