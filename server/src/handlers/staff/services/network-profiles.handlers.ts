import type { Input } from '@kabinet/contract/kernel/call/call';
import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import {
  countUnread,
  houseOfContract,
  lineRows,
  portsOfHouse,
  unreadPasswords,
} from '#server/domain/changes/network-profile/line.queries.ts';
import { setLine } from '#server/domain/changes/network-profile/lines.ts';
import { optionProfiles, planProfiles } from '#server/domain/changes/network-profile/profile.queries.ts';
import { setOptionProfile, setPlanProfile } from '#server/domain/changes/network-profile/profiles.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { demandOwnVisit } from '../identity/own-visits.ts';

type Profiles = OperatorContract['networkProfiles'];

type Speeds = Pick<Input<Profiles['setOption']>['body'], 'down' | 'up' | 'pool' | 'filter'>;

/** What is not said is nothing. */
const speeds = ({ down, up, pool, filter }: Speeds) => ({
  down: down ?? null,
  up: up ?? null,
  pool: pool ?? null,
  filter: filter ?? null,
});

const night = ({ night: hours, night_down, night_up }: Input<Profiles['setPlan']>['body']) => ({
  night: hours ?? null,
  night_down: night_down ?? null,
  night_up: night_up ?? null,
});

export const networkProfileHandlers: PlainHandlers<Profiles> = {
  list: async (_, { db }) => ({ plans: await planProfiles(db), options: await optionProfiles(db) }),
  setPlan: async ({ body }, { db }) => ({
    services: await setPlanProfile(db, body.plan_id, {
      ...speeds(body),
      burst_down: body.burst_down ?? null,
      burst_up: body.burst_up ?? null,
      burst_seconds: body.burst_seconds ?? null,
      ...night(body),
      session_seconds: body.session_seconds ?? null,
    }),
  }),
  setOption: async ({ body }, { db }) => ({
    services: await setOptionProfile(db, body.option_id, { ...speeds(body), code: body.code }),
  }),
};

export const networkLineHandlers: PlainHandlers<OperatorContract['networkLines']> = {
  list: ({ query: { ip = null, circuit = null, after_user_id: after = 0 } }, { db }) =>
    lineRows(db, { ip, circuit, after }),
  set: ({ body: { user_id: userId, ip = null, circuit = null, sessions } }, { db }) =>
    setLine(db, userId, { ip, circuit, sessions }),
  ports: async ({ query: { contract_id: contractId } }, scope) => {
    const house = await houseOfContract(scope.db, contractId);
    if (!house) throw new Problem('contract_unknown');
    await demandOwnVisit(scope, operatorContract.networkLines.ports, contractId);
    return portsOfHouse(scope.db, house);
  },
  passwords: async ({ query: { after_user_id: after = 0 } }, { db }) => ({
    all: await countUnread(db),
    services: await unreadPasswords(db, after),
  }),
};
