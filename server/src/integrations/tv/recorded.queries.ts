import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { TvCommand } from './port.ts';

type Mode = 'online' | 'offline' | 'silent';

interface DeviceRow {
  readonly device_id: string;
  readonly kind: 'box' | 'app';
  readonly name: string;
  readonly serial: string | null;
  readonly mode: Mode;
  readonly seen_at: Instant | null;
}

export const recordedDevicesOf = (tx: Tx, userId: number): Promise<DeviceRow[]> =>
  tx.rows(sql`
    select device_id, kind, name, serial, mode, case when mode = 'offline' then seen_at else now() end as seen_at
    from recorded_tv.device where user_id = ${userId} order by device_id`);

export const deviceOf = (
  tx: Tx,
  { userId, deviceId }: Pick<TvCommand, 'userId' | 'deviceId'>,
): Promise<{ mode: Mode } | undefined> =>
  tx.maybe(sql`select mode from recorded_tv.device where user_id = ${userId} and device_id = ${deviceId}`);

export async function deleteDevice(tx: Tx, userId: number, deviceId: string): Promise<void> {
  await tx.run(sql`delete from recorded_tv.device where user_id = ${userId} and device_id = ${deviceId}`);
}

export const isCarriedOut = async (tx: Tx, commandId: number): Promise<boolean> =>
  (await tx.maybe(sql`select true as found from recorded_tv.command where command_id = ${commandId}`)) !== undefined;

export const recordCommand = (tx: Tx, { commandId, userId, deviceId, action, message }: TvCommand): Promise<number> =>
  tx.run(sql`
    insert into recorded_tv.command (command_id, user_id, device_id, action, message)
    values (${commandId}, ${userId}, ${deviceId}, ${action}, ${message})
    on conflict do nothing`);

export async function openRecordedCode(tx: Tx, { userId, code, until }: { userId: number; code: string; until: Date }) {
  await tx.run(sql`
    insert into recorded_tv.code (user_id, code, expires_at) values (${userId}, ${code}, ${until})
    on conflict (user_id) do update set code = excluded.code, expires_at = excluded.expires_at`);
}

export async function closeRecordedCode(tx: Tx, userId: number): Promise<void> {
  await tx.run(sql`delete from recorded_tv.code where user_id = ${userId}`);
}

export const setMode = async (tx: Tx, deviceId: string, mode: Mode): Promise<boolean> =>
  (await tx.run(sql`
    update recorded_tv.device set mode = ${mode}, seen_at = case when mode = 'offline' then seen_at else now() end
    where device_id = ${deviceId}`)) > 0;
