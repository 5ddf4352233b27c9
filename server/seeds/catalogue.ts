import type pg from 'pg';
import { OPTIONS, PLANS, PROGRAMS } from './catalogue-data.ts';
import { insertKeyed, insertRows, known } from './rows.ts';

/** What the provider sells: ids of plans and of their options by name. */
export interface Catalogue {
  plan(name: string): number;
  option(plan: string, name: string): number;
}

export async function addCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const plans = PLANS.map(
    ({ kind, name, summary, roubles, unit = 'month', mbit = null, isArchived = false, isForOffices }) => ({
      service_kind: kind,
      name,
      summary,
      price_kopecks: roubles * 100,
      unit,
      speed_mbit: mbit,
      is_archived: isArchived,
      audience: isForOffices ? 'office' : 'home',
    }),
  );
  const planIds = await insertKeyed(client, 'plan', 'plan_id', 'name', plans);
  const options = OPTIONS.flatMap(({ name, plans, oferta, remarks, roubles }) =>
    plans.map((plan) => ({ plan_id: known(planIds, plan), name, oferta, remarks, price_kopecks: roubles * 100 })),
  );
  const optionIds = await insertKeyed(client, 'plan_option', 'option_id', "plan_id || '/' || name", options);
  const programs = PROGRAMS.map(({ id, kind, name, summary, description, roubles, isArchived = false }) => ({
    program_id: id,
    service_kind: kind,
    name,
    summary,
    description,
    price_kopecks: roubles * 100,
    is_archived: isArchived,
  }));
  await insertRows(client, 'program', programs);
  return {
    plan: (name) => known(planIds, name),
    option: (plan, name) => known(optionIds, `${known(planIds, plan)}/${name}`),
  };
}
