import { addDays, periodOf } from '@kabinet/contract/kernel/day';
import { at, daysFrom } from '../calendar.ts';
import { markCallsCharged } from './call-charges.ts';
import type { Person, DemoService } from '../people/person.ts';
import { insertRows, known } from '../rows.ts';
import type { Seeding } from '../seeding.ts';
import { callsOn, networkLineOf, sessionOf, demoSessionsOf, type CallRow } from './usage.ts';

const INTERNET: readonly DemoService['type'][] = ['isg', 'ethernet', 'homenet'];

/** Sessions and calls of a resident; returns the calls, which cost money. */
export async function addUsage(
  { client, calendar, catalogue, dice }: Seeding,
  person: Person,
  userIds: ReadonlyMap<string, number>,
): Promise<CallRow[]> {
  for (const service of person.services.filter(({ type }) => INTERNET.includes(type))) {
    const line = networkLineOf(dice, known(userIds, service.login), person.street, 24);
    const isOn = service.state === 'active';
    const lastDay = calendar.ago(isOn ? 1 : 2);
    const days = daysFrom(later(person.since, addDays(service.openedOn, 1)), addDays(lastDay, -1));
    // The last session is active, or lasted until the service was blocked.
    const last = sessionOf(dice, line, {
      startedAt: at(lastDay, '03:12'),
      stoppedAt: isOn ? null : service.stateSince,
      cause: isOn ? null : 'admin_reset',
    });
    await insertRows(client, 'internet_session', [...demoSessionsOf(dice, line, days), last]);
  }
  const calls = person.numbers.flatMap(({ number, plan, isInDebt, closedOn, callsADay }) =>
    // A number in debt was switched off last midnight.
    daysFrom(person.since, closedOn ?? calendar.ago(isInDebt ? 2 : 1)).flatMap((day) =>
      callsOn(dice, { number, planId: catalogue.plan(plan) }, day, callsADay * 2),
    ),
  );
  await insertRows(client, 'call_record', calls);
  await markCallsCharged(client, person.numbers, {
    from: periodOf(person.since),
    until: periodOf(calendar.today),
  });
  return calls;
}

const later = <Text extends string>(a: Text, b: Text): Text => (a > b ? a : b);
