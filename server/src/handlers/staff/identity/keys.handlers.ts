import { addDays } from '@kabinet/contract/kernel/day';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { operatorCalls, operatorContract, SEE_PEOPLE_RIGHT, type OperatorContract } from '@kabinet/contract/staff';
import { isWeighty, type OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { isNetwork } from '#server/domain/staff/keys/networks.ts';
import { STAFF_KEY_PREFIX } from '#server/domain/staff/keys/staff-key.rules.ts';
import { allStaffKeys, endStaffKey, insertStaffKey } from '#server/domain/staff/keys/staff-key.queries.ts';
import { hashOf, newSecret } from '#server/domain/shared/secrets.ts';
import { nearest } from '#server/kernel/call/nearest.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { wrongField } from '../refusals.ts';
import { refuseRightsAlone } from './rights.ts';

const MOST_DAYS = 365;

/** A program lets nobody in, and says nothing about who may come in. */
const OF_PEOPLE = new Set<string>(
  [operatorContract.staff, operatorContract.keys].flatMap((group) =>
    Object.values(group).map((call) => (call as OperatorCall).command.words),
  ),
);
const GRANTED = [
  ...operatorCalls.map(({ command }) => command.words).filter((words) => !OF_PEOPLE.has(words)),
  SEE_PEOPLE_RIGHT,
];

const WEIGHTY = new Set(operatorCalls.filter(isWeighty).map(({ command }) => command.words));

function refuseUnknownCall(calls: readonly string[]): void {
  const unknown = calls.find((words) => !GRANTED.includes(words));
  if (unknown === undefined) return;
  if (OF_PEOPLE.has(unknown)) throw wrongField('calls', `Программе этого не поручают: ${unknown}`);
  const alike = nearest(unknown, GRANTED, (words) => words, 2);
  throw wrongField('calls', `Такого вызова нет: ${unknown}. Похожие: ${alike.join(', ')}`);
}

export const keysHandlers: PlainHandlers<OperatorContract['keys']> = {
  add: async ({ body }, scope) => {
    const { db, operator, provider, now, today } = scope;
    const { name, calls, networks, until } = body;
    refuseUnknownCall(calls);
    const wrong = networks.find((network) => !isNetwork(network));
    if (wrong !== undefined)
      throw wrongField('networks', `Это не адрес и не сеть: ${wrong}. Сеть пишется так: 10.0.0.0/8`);
    if (until < today || until > addDays(today, MOST_DAYS))
      throw wrongField('until', 'Последний день ключа — с сегодняшнего, не дальше года');
    await refuseRightsAlone(scope, operatorContract.keys.add, calls.filter((words) => WEIGHTY.has(words)).length);
    const key = `${STAFF_KEY_PREFIX}${newSecret()}`;
    const expires_at = dayStart(addDays(until, 1), provider.time_zone);
    const madeBy = operator.entry?.personId ?? null;
    const made = { name, calls: [...new Set(calls)], networks: [...new Set(networks)], madeBy, madeAt: now };
    const key_id = await insertStaffKey(db, { ...made, keyHash: hashOf(key), expiresAt: new Date(expires_at) });
    return { key_id, name, key, expires_at };
  },
  list: async (_, { db, now }) =>
    (await allStaffKeys(db, now)).map((key) => ({ ...key, calls: [...key.calls], networks: [...key.networks] })),
  end: async ({ body }, { db, now }) => {
    const ended = await endStaffKey(db, body.key_id, now);
    if (!ended) throw new Problem('key_unknown');
    return ended;
  },
};
