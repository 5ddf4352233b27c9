import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { sql } from '#server/db/sql.ts';
import { importCalls } from '#server/domain/services/calls/import.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import type { Simulation } from '../simulation.ts';
import { noteCalls, sipNumbers } from './sip-lines.ts';

/** The provider's staff block a number, or unblock it; a debt keeps it blocked. */
export async function blockOrUnblockNumber(sim: Simulation): Promise<string> {
  const [phoneNumber] = sim.client.numbers;
  if (phoneNumber === undefined) return 'no telephone';
  const situation = await sim.observer.byHand(() =>
    sim.insist(() =>
      sim.world.db.write(async (tx) => {
        const row = await tx.maybe<{ state: string }>(sql`
          update phone_number n
          set state = case when n.state = 'active' then 'blocked' else 'active' end,
            reason = case when n.state = 'active' then 'operator' end
          from account a
          where a.account_id = n.account_id and n.phone_number = ${phoneNumber} and a.debt_since is null
            and (n.state = 'active' or n.reason = 'operator')
          returning n.state`);
        if (row) await serviceChanged(tx, { phoneNumber });
        return row?.state ?? 'impossible';
      }),
    ),
  );
  return `number ${phoneNumber}: ${situation}`;
}

/** Imports records of the exchange: some repeated, some late, and in any order. */
export async function importSomeCalls(sim: Simulation): Promise<string> {
  const all: string[] = [];
  for (const { numbers, services } of sim.clients) all.push(...numbers, ...(await sipNumbers(sim, services)));
  if (all.length === 0) return 'no telephone';
  return importCallsOf(sim, sim.one(all), () => addDays(sim.today, -sim.dice.between(0, 12)));
}

export async function importCallsOf(sim: Simulation, number: string, anyDay: () => Day): Promise<string> {
  const calls: { day: string; price: number }[] = [];
  let price = await callsCost(sim);
  const rows = Array.from({ length: sim.dice.between(1, 3) }, () => {
    const id = sim.nextId();
    const on = anyDay();
    const seconds = sim.dice.between(1, 900);
    calls.push({ day: on, price: sim.catalogue.callPrice?.(seconds) ?? 0 });
    price += sim.catalogue.callPrice?.(seconds) ?? 0;
    return `,${number},79270000001,${on} 12:00:00,${seconds},ANSWERED,${id},${id},1`;
  });
  rows.sort(() => (sim.dice.chance(50) ? 1 : -1));
  const lines = ['accountcode,src,dst,start,billsec,disposition,uniqueid,linkedid,sequence', ...rows];
  const zones = { exchange: 'Europe/Samara', provider: 'Europe/Samara' };
  for (let times = sim.dice.between(1, 2); times > 0; times -= 1) {
    await sim.insist(() => importCalls(sim.world.db, lines, { zones, areaCode: '8482' }, sim.portal.clock.now()));
  }
  noteCalls(sim, number, calls);
  const found = await callsCost(sim);
  if (sim.catalogue.callPrice && found !== price) throw new Error(`calls cost ${found}, and must ${price}`);
  return `${rows.length} calls of ${number}`;
}

const callsCost = async (sim: Simulation): Promise<number> =>
  (await sim.rows<{ sum: number }>('select coalesce(sum(amount_kopecks), 0)::bigint as sum from call_month'))[0]?.sum ??
  0;
