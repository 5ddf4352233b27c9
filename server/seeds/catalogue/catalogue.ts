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
  await addProfiles(client);
  await addChannels(client, planIds);
  return {
    plan: (name) => known(planIds, name),
    option: (plan, name) => known(optionIds, `${known(planIds, plan)}/${name}`),
  };
}

/** What the network is told besides the speed: small plans begin a download quicker, offices have addresses of their own. */
async function addProfiles(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into plan_profile (plan_id, pool, session_seconds, burst_down_kbit, burst_up_kbit, burst_seconds)
    select plan_id, audience, 604800, case when small then speed_mbit * 1500 end, case when small then speed_mbit * 1500 end,
      case when small then 10 end
    from plan, lateral (select speed_mbit <= 100 and audience = 'home' as small) size
    where service_kind = 'internet'`);
  await client.query(`
    insert into option_profile (option_id, code, filter)
    select option_id, code, filter
    from plan_option join (values ('Родительский фильтр', 'family', 'family'), ('Приоритет для игр', 'games', null))
      given (name, code, filter) using (name)`);
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
