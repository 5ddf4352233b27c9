import type { contract } from '@kabinet/contract';
import { operatorCalls } from '@kabinet/contract/staff';
import { PASSWORD_LENGTH } from '@kabinet/contract/kernel/service-password';
import { instant } from '@kabinet/contract/kernel/day';
import { accessOf, newSince, removeAccess } from '#server/domain/identity/access/access.ts';
import { lookedAtText } from '#server/domain/shared/look.texts.ts';
import { staffReadsOf } from '#server/db/queries/staff-read.ts';
import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';
import { credentialOf } from '#server/domain/identity/credentials/credential.queries.ts';
import {
  beginSecondStep,
  disableSecondStep,
  enableSecondStep,
  renewBackupCodes,
} from '#server/domain/identity/second-factor/second-step.ts';
import { passkeysOf } from '#server/domain/identity/passkeys/passkey.queries.ts';
import { recoveryWays, switchRecovery } from '#server/domain/identity/recovery/strangers.ts';
import { secondStepState } from '#server/domain/identity/second-factor/second-step.queries.ts';
import { inGroups, keyUrl } from '#server/domain/identity/second-factor/totp.ts';
import { withoutTransaction, type Handler, type Handlers } from '#server/kernel/world.ts';
import { countedCode } from '../../shared/second-step.ts';
import { changePortalPassword, setPassword } from './change-password.ts';
import { passkeyHandlers } from './passkeys.ts';

type Group = typeof contract.security;

const get: Handler<Group['get']> = async (_, { db, subscriber: { contractId } }) => {
  const [credential, { enabled_at, backup_codes_left }, passkeys] = await Promise.all([
    credentialOf(db, contractId),
    secondStepState(db, contractId),
    passkeysOf(db, contractId),
  ]);
  return {
    password: { changed_at: credential?.changed_at ?? null, ...PASSWORD_LENGTH },
    second_step: { enabled_at, backup_codes_left },
    passkeys,
  };
};

const recovery: Handler<Group['recovery']> = (_, { db, now, outside, provider, subscriber }) =>
  recoveryWays(db, subscriber.contractId, outside.reaches, { now, zone: provider.time_zone });

const switchWay: Handler<Group['switchRecovery']> = async ({ body }, { db, now, outside, provider, subscriber }) => {
  const at = { now, zone: provider.time_zone };
  const turned = { kind: body.kind, isOpen: body.is_open };
  await switchRecovery(db, subscriber.contractId, turned, outside.reaches, at);
  return body;
};

const MOST_READS = 100;
const WHAT = new Map(Object.values(operatorCalls).map(({ command }) => [command.words, command.help]));

const staffReads: Handler<Group['staffReads']> = async (_, { db, subscriber }) =>
  (await staffReadsOf(db, subscriber.contractId, MOST_READS)).map(({ read_at, operator, role, call }) => ({
    read_at,
    operator,
    role: ROLE_NAMES[role],
    what: lookedAtText(call, WHAT),
  }));

const begin: Handler<Group['beginSecondStep']> = async (_, { db, outside, provider, now, subscriber }) => {
  const key = await beginSecondStep(db, outside.vault, subscriber.contractId, now);
  return { key: inGroups(key), url: keyUrl(key, provider.name, String(subscriber.contractId)) };
};

/** Opens its own transactions, so that a wrong code counts although the call is refused. */
const enable = withoutTransaction<Group['enableSecondStep']>(async ({ body }, scope) => {
  const { outside, provider, now, subscriber } = scope;
  const asked = { contractId: subscriber.contractId, typed: body.code };
  const at = { now, zone: provider.time_zone };
  const codes = await countedCode(asked.contractId, scope, (tx) => enableSecondStep(tx, outside.vault, asked, at));
  return { backup_codes: codes };
});

const renew: Handler<Group['newBackupCodes']> = async (_, { db, outside, provider, now, subscriber }) => ({
  backup_codes: await renewBackupCodes(db, outside.vault, subscriber.contractId, { now, zone: provider.time_zone }),
});

const disable: Handler<Group['disableSecondStep']> = async (_, { db, provider, now, subscriber }) => ({
  was_on: await disableSecondStep(db, subscriber.contractId, { now, zone: provider.time_zone }),
});

const access: Handler<Group['access']> = async (_, { db, now, subscriber: { contractId } }) => ({
  new_since: instant(newSince(now)),
  items: await accessOf(db, contractId, now),
});

const cut: Handler<Group['removeAccess']> = ({ body }, { db, provider, now, subscriber }) =>
  removeAccess(db, subscriber.contractId, body.items, { now, zone: provider.time_zone });

export const securityHandlers: Handlers<Group> = {
  get,
  access,
  removeAccess: cut,
  recovery,
  switchRecovery: switchWay,
  staffReads,
  changePassword: changePortalPassword,
  beginSecondStep: begin,
  enableSecondStep: enable,
  disableSecondStep: disable,
  newBackupCodes: renew,
  setPassword,
  ...passkeyHandlers,
};
