import { addDays } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { planPrice, withdrawPrice } from '#server/domain/changes/price/plan-price.ts';
import type { SoldKind } from '#server/domain/changes/price/sold.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Simulation } from '../simulation.ts';

const settingOf = (sim: Simulation) => ({ today: sim.today, now: sim.at.now, by: 'Анна', noticeDays: 0 });

/** Runs the work; accepts the refusal of a price that equals the present one or is planned already. */
async function answered(sim: Simulation, work: () => Promise<string>): Promise<string> {
  const told = await sim.insist(() =>
    work().catch((error: unknown) => {
      if (error instanceof Problem) return error.code;
      throw error;
    }),
  );
  await sim.observer.lookAgain();
  return told;
}

/** The operator plans the price of anything that is sold, within days. */
export async function planAnyPrice(sim: Simulation): Promise<string> {
  const sold = await sim.rows<{ kind: SoldKind; id: number }>(
    `select 'plan' as kind, plan_id as id from plan union all select 'option', option_id from plan_option
     union all select 'program', program_id from program order by kind, id`,
  );
  const { kind, id } = sim.one(sold);
  const wanted = {
    kind,
    id,
    from: addDays(sim.today, sim.dice.between(1, 8)),
    price: kopecks(sim.one([0, 1, 77_77, 440_00, 1000_01])),
  };
  const told = await answered(sim, () =>
    sim.world.db.write(async (tx) => `number ${(await planPrice(tx, wanted, settingOf(sim))).price_change_id}`),
  );
  return `${kind} ${id} costs ${wanted.price} from ${wanted.from}: ${told}`;
}

export async function withdrawAnyPrice(sim: Simulation): Promise<string> {
  const coming = await sim.rows<{ id: number }>(
    `select price_change_id as id from price_change where state = 'planned' order by price_change_id`,
  );
  if (coming.length === 0) return 'no price is planned';
  const { id } = sim.one(coming);
  const told = await answered(sim, () =>
    sim.world.db.write(async (tx) => `from ${(await withdrawPrice(tx, id, settingOf(sim))).from}`),
  );
  return `price ${id} withdrawn: ${told}`;
}
