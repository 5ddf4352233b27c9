import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import type { BriefService, WordedService } from './places.rules.ts';

/** Up to this number of services and numbers a contract is shown as a list, beyond it by places (decision 0189). */
const FEW = 12;

const OPEN_USERS = (contractId: number): Sql =>
  sql`service_user u where u.contract_id = ${contractId} and u.state <> 'closed'`;
const OPEN_NUMBERS = (contractId: number): Sql =>
  sql`phone_number n where n.contract_id = ${contractId} and n.state <> 'closed'`;

/** A condition that is true for a contract of few services; PostgreSQL computes it once for a statement. */
export const isFewSql = (contractId: number): Sql => sql`(
  (select count(*) from ${OPEN_USERS(contractId)}) + (select count(*) from ${OPEN_NUMBERS(contractId)}) <= ${FEW})`;

const ADDRESS = sql`case u.service_kind when 'mail' then '' else trim(u.address) end`;

const briefSql = (contractId: number): Sql => sql`
  select u.user_id, null as phone_number, u.service_kind as kind, ${ADDRESS} as address, u.state, u.reason
  from ${OPEN_USERS(contractId)}
  union all
  select null, n.phone_number, 'telephone', '', n.state, n.reason from ${OPEN_NUMBERS(contractId)}`;

const ORDER: readonly ServiceKind[] = ['internet', 'tv', 'sip', 'mail', 'telephone'];

/** The place of a service in display order: by kind, then by its id or its number. */
export const placeInOrder = ({ kind, user_id, phone_number }: BriefService): readonly [number, number] => [
  ORDER.indexOf(kind),
  user_id ?? Number(phone_number),
];

const inDisplayOrder = (a: BriefService, b: BriefService): number => {
  const [[kindA, idA], [kindB, idB]] = [placeInOrder(a), placeInOrder(b)];
  return kindA - kindB || idA - idB;
};

const shared = new WeakMap<Tx, Map<number, Promise<BriefService[]>>>();

/** All services and numbers of a contract, read once per transaction: the parts of a batch share them. Only for read calls. */
export function briefServices(tx: Tx, contractId: number): Promise<BriefService[]> {
  const known = shared.get(tx) ?? new Map<number, Promise<BriefService[]>>();
  shared.set(tx, known);
  const services = known.get(contractId) ?? readBrief(tx, contractId);
  known.set(contractId, services);
  return services;
}

const readBrief = async (tx: Tx, contractId: number): Promise<BriefService[]> =>
  (await tx.rows<BriefService>(briefSql(contractId))).toSorted(inDisplayOrder);

/** Whether the contract is shown by places. */
export const hasMany = async (tx: Tx, contractId: number): Promise<boolean> =>
  (await briefServices(tx, contractId)).length > FEW;

/** Refuses the whole list of a contract that is shown by places. */
export async function refuseMany(tx: Tx, contractId: number): Promise<void> {
  if (await hasMany(tx, contractId)) throw new Problem('many_services');
}

/** The same with their words. */
export async function wordedServices(tx: Tx, contractId: number): Promise<WordedService[]> {
  const rows = await tx.rows<WordedService>(sql`
    select u.user_id, null as phone_number, u.service_kind as kind, ${ADDRESS} as address, u.state, u.reason, u.name, u.login,
      coalesce((select name from plan where plan_id = u.plan_id), '') as plan
    from ${OPEN_USERS(contractId)}
    union all
    select null, n.phone_number, 'telephone', '', n.state, n.reason, n.phone_number, '',
      (select name from plan where plan_id = n.plan_id)
    from ${OPEN_NUMBERS(contractId)}`);
  return rows.toSorted(inDisplayOrder);
}
