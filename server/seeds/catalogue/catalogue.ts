import type pg from 'pg';
import { addMonths } from '@kabinet/contract/kernel/day';
import type { Calendar } from '../calendar.ts';
import { addChannels } from './channels.ts';
import { OPTIONS, PLANS } from './catalogue-data.ts';
import { PROGRAM_PAIRS, PROGRAMS } from './program-catalogue.ts';
import { insertKeyed, insertRows, known } from '../rows.ts';

/** Ids of the provider's plans and options by name. */
export interface CatalogueIds {
  plan(name: string): number;
  option(plan: string, name: string): number;
}

export async function addDemoCatalogue(client: pg.ClientBase, calendar: Calendar): Promise<CatalogueIds> {
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
  await addPrograms(client, planIds, calendar);
  await addChannels(client, planIds);
  return {
    plan: (name) => known(planIds, name),
    option: (plan, name) => known(optionIds, `${known(planIds, plan)}/${name}`),
  };
}

async function addPrograms(
  client: pg.ClientBase,
  plans: ReadonlyMap<string, number>,
  calendar: Calendar,
): Promise<void> {
  const programs = PROGRAMS.map((program, position) => ({
    program_id: program.id,
    service_kind: program.kind,
    section: program.section,
    position,
    name: program.name,
    summary: program.summary,
    badge: program.badge ?? null,
    description: program.description,
    terms: program.terms,
    price_kopecks: program.roubles * 100,
    plan_id: program.plan === undefined ? null : known(plans, program.plan),
    visit_goal_id: program.visitGoal ?? null,
    sold_from: program.isToCome ? addMonths(calendar.today, 1, 1) : null,
    is_archived: program.isArchived ?? false,
    gives_sms: program.givesSms ?? false,
  }));
  await insertRows(client, 'program', programs);
  const pairs = PROGRAM_PAIRS.map(([program_id, relation, other_id]) => ({ program_id, relation, other_id }));
  await insertRows(client, 'program_pair', pairs);
}
