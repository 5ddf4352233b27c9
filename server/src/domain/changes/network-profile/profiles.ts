import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { orderServicesJob } from '../catalogue/jobs.ts';
import {
  countOfPlan,
  dropOptionProfile,
  dropPlanProfile,
  insertOptionProfile,
  insertPlanProfile,
  lockInternetOption,
  lockInternetPlan,
  type WantedOptionProfile,
  type WantedPlanProfile,
} from './profile.queries.ts';

const saysNothing = (wanted: object): boolean => Object.values(wanted).every((value) => value === null);

const isInPart = (values: readonly unknown[]): boolean =>
  values.some((one) => one === null) && values.some((one) => one !== null);

function isEmptyNight(night: string | null): boolean {
  const [from, until] = night?.split('-') ?? [];
  return from !== undefined && from === until;
}

/** Replaces the profile of a plan; one that says nothing is removed. Returns how many services the network is told of. */
export async function setPlanProfile(tx: Tx, planId: number, wanted: WantedPlanProfile): Promise<number> {
  if (!(await lockInternetPlan(tx, planId))) throw new Problem('catalogue_unknown');
  if (isInPart([wanted.burst_down, wanted.burst_up, wanted.burst_seconds]))
    throw wrongBody('burst_seconds', 'Ускорение: назовите обе скорости и секунды');
  if (isInPart([wanted.night, wanted.night_down, wanted.night_up]) || isEmptyNight(wanted.night))
    throw wrongBody('night', 'Ночь: назовите часы и обе скорости');
  await dropPlanProfile(tx, planId);
  if (!saysNothing(wanted)) await insertPlanProfile(tx, planId, wanted);
  return orderAll(tx, planId);
}

/** Replaces the profile of an option; without a code it has none. */
export async function setOptionProfile(
  tx: Tx,
  optionId: number,
  { code, ...wanted }: Omit<WantedOptionProfile, 'code'> & { readonly code: string | undefined },
): Promise<number> {
  const plan = await lockInternetOption(tx, optionId);
  if (!plan) throw new Problem('catalogue_unknown');
  await dropOptionProfile(tx, optionId);
  if (code !== undefined) await insertOptionProfile(tx, optionId, { code, ...wanted });
  else if (!saysNothing(wanted)) throw wrongBody('code', 'Профилю опции нужен код');
  return orderAll(tx, plan.plan_id);
}

const wrongBody = (field: string, message: string): Problem =>
  new Problem('bad_input', { message, errors: [{ path: `body.${field}`, message }] });

async function orderAll(tx: Tx, planId: number): Promise<number> {
  await addJob(tx, orderServicesJob, { planId });
  return countOfPlan(tx, planId);
}
