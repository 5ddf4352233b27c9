import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { ServiceRef } from '#server/integrations/network/port.ts';

/** Raises the versions of services, in a fixed order, so that two transactions that change several of them do not deadlock. */
export async function raiseVersions(tx: Tx, services: readonly ServiceRef[]): Promise<void> {
  const users = services.flatMap((service) => ('userId' in service ? service.userId : []));
  const numbers = services.flatMap((service) => ('userId' in service ? [] : service.phoneNumber));
  if (users.length > 0) {
    await tx.run(sql`
      insert into service_state as s (user_id, version)
      select distinct id, 1 from unnest(${users}::bigint[]) id order by id
      on conflict (user_id) do update set version = s.version + 1`);
  }
  if (numbers.length > 0) {
    await tx.run(sql`
      insert into service_state as s (phone_number, version)
      select distinct number, 1 from unnest(${numbers}::text[]) number order by number
      on conflict (phone_number) do update set version = s.version + 1`);
  }
}

const isOf = (service: ServiceRef): Sql =>
  'userId' in service ? sql`user_id = ${service.userId}` : sql`phone_number = ${service.phoneNumber}`;

/** Raises the version to at least that of the network; after a restored backup ours is older. */
export const raiseVersionTo = (tx: Tx, service: ServiceRef, version: number): Promise<number> =>
  tx.run(sql`update service_state set version = greatest(version, ${version}) where ${isOf(service)}`);

/** Records that the network has applied a version; a newer one may be under way. */
export const markApplied = (tx: Tx, service: ServiceRef, version: number, now: Date): Promise<number> =>
  tx.run(sql`
    update service_state set applied_version = ${version}, applied_at = ${now}
    where ${isOf(service)} and applied_version < ${version}`);

/** Whether the network has applied all changes of the service. */
export const isAppliedTo = (userId: Sql): Sql => sql`
  not exists (select from service_state where user_id = ${userId} and applied_version < version)`;

export const isApplied = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.one<{ applied: boolean }>(sql`select ${isAppliedTo(sql`${userId}::bigint`)} as applied`)).applied;
