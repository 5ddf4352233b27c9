import type { Tx } from '#db/database.ts';
import { sql, type Sql } from '#db/sql.ts';
import type { ServiceRef } from '#integrations/network/port.ts';

/** Raises the version of services, in order, so that two who change several of them do not wait for each other. */
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

/** Makes the version no less than the one that the network has: its own is older after a return to a backup. */
export const keepPaceWith = (tx: Tx, service: ServiceRef, version: number): Promise<number> =>
  tx.run(sql`update service_state set version = greatest(version, ${version}) where ${isOf(service)}`);

/** The network has carried out a version; a younger one may be under way. */
export const markApplied = (tx: Tx, service: ServiceRef, version: number, now: Date): Promise<number> =>
  tx.run(sql`
    update service_state set applied_version = ${version}, applied_at = ${now}
    where ${isOf(service)} and applied_version < ${version}`);

/** Whether the network has carried out all that has changed of the service. */
export const isAppliedTo = (userId: Sql): Sql => sql`
  not exists (select from service_state where user_id = ${userId} and applied_version < version)`;

export const isApplied = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.one<{ applied: boolean }>(sql`select ${isAppliedTo(sql`${userId}::bigint`)} as applied`)).applied;
