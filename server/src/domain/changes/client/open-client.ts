import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { insertTv } from '../program/starter.queries.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { clientNamesOf } from '#server/domain/shared/client-name.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import {
  insertClient,
  insertLine,
  loginOf,
  nextContractNo,
  placeNamed,
  soldPlan,
  type SoldPlan,
  type TypedPlace,
} from './client.queries.ts';
import { changePrinted } from './printed-number.ts';

export interface OpenRequest extends TypedPlace {
  readonly name: string;
  readonly isCompany: boolean;
  readonly planId: number;
  readonly tvPlanId: number | undefined;
  readonly line: string;
  /** If absent: the next one. */
  readonly contractId: number | undefined;
  /** The number on its papers; null: the same. */
  readonly printedNo: string | null;
  readonly billingDay: number;
}

interface When {
  readonly today: Day;
  readonly now: Date;
}

export interface OpenedService {
  readonly user_id: number;
  readonly name: string;
  readonly login: string;
  readonly plan: string;
  readonly price: SoldPlan['price'];
}

/** Opens a contract: its account, and services that wait for the technician and cost nothing until then. */
export async function openClient(
  tx: Tx,
  wanted: OpenRequest,
  { today, now }: When,
): Promise<{ readonly contractId: number; readonly accountId: number; readonly services: OpenedService[] }> {
  const place = await placeNamed(tx, wanted);
  if (!place) throw new Problem('place_unknown');
  const { name, isCompany, house, flat, billingDay, line } = wanted;
  const sold = (planId: number, kind: 'internet' | 'tv') => planFor(tx, { planId, kind, isCompany, today });
  const [plan, tvPlan] = [
    await sold(wanted.planId, 'internet'),
    wanted.tvPlanId === undefined ? undefined : await sold(wanted.tvPlanId, 'tv'),
  ];
  const contractId = wanted.contractId ?? (await nextContractNo(tx));
  const names = { client_name: name, ...clientNamesOf(name, isCompany) };
  const accountId = await insertClient(tx, {
    contractId,
    ...names,
    ...place,
    house,
    flat,
    isCompany,
    billingDay,
    today,
  });
  if (accountId === undefined) throw new Problem('contract_known');
  await changePrinted(tx, contractId, wanted.printedNo);
  const of = { contractId, accountId, today, now };
  const address = [place.street, house, flat === null ? null : `кв. ${flat}`]
    .filter((part) => part !== null)
    .join(', ');
  const lineId = await insertLine(tx, { ...of, planId: plan.plan_id, line, address });
  const services = [await opened(tx, lineId, 'Интернет', plan)];
  if (tvPlan) {
    const tvId = await insertTv(tx, { ...of, planId: tvPlan.plan_id, state: 'connecting', name: 'ТВ' });
    services.push(await opened(tx, tvId, 'ТВ', tvPlan));
  }
  return { contractId, accountId, services };
}

async function opened(tx: Tx, userId: number, name: string, { name: plan, price }: SoldPlan): Promise<OpenedService> {
  await serviceChanged(tx, { userId });
  return { user_id: userId, name, login: await loginOf(tx, userId), plan, price };
}

async function planFor(tx: Tx, asked: Parameters<typeof soldPlan>[1]): Promise<SoldPlan> {
  const plan = await soldPlan(tx, asked);
  if (!plan) throw new Problem('plan_unknown');
  return plan;
}
