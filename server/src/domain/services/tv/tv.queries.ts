import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { TvAction, TvDevice, TvOutcome } from '#server/integrations/tv/port.ts';
import type { Situation } from '../service/situation.rules.ts';

/** The situation of a TV service, and its login; undefined if the service is of another kind. */
export const tvService = (tx: Tx, userId: number): Promise<{ situation: Situation; login: string } | undefined> =>
  tx.maybe(sql`
    select coalesce(reason, state) as situation, login from service_user
    where user_id = ${userId} and user_type = 'tv'`);

export interface DeviceRow {
  readonly device_id: string;
  readonly kind: TvDevice['kind'];
  readonly name: string;
  readonly serial: string | null;
  readonly is_online: boolean;
  readonly seen_at: Instant | null;
  readonly is_leaving: boolean;
}

const DEVICE = sql`
  device_id, kind, name, serial, is_online, seen_at, drop_ordered_at is not null as is_leaving`;

/** The devices of a service, boxes first. */
export const tvDevicesOf = (tx: Tx, userId: number): Promise<DeviceRow[]> =>
  tx.rows(sql`select ${DEVICE} from tv_device where user_id = ${userId} order by kind desc, name, device_id`);

/** The same, locked, so that of two simultaneous commands to one device the second sees the first. */
export const lockDevices = (tx: Tx, userId: number): Promise<DeviceRow[]> =>
  tx.rows(sql`select ${DEVICE} from tv_device where user_id = ${userId} order by device_id for update`);

export interface CommandRow {
  readonly command_id: number;
  readonly device_id: string;
  readonly action: TvAction;
  readonly state: 'sent' | 'done' | 'offline' | 'timed_out';
  readonly is_confirmed: boolean;
  readonly ordered_at: Instant;
  readonly answered_at: Instant | null;
}

const COMMAND = sql`command_id, device_id, action, state, is_confirmed, ordered_at, answered_at`;

/** The latest command of each kind to each device. */
export const latestCommands = (tx: Tx, userId: number): Promise<CommandRow[]> =>
  tx.rows(sql`
    select ${COMMAND} from (
      select distinct on (device_id, action) ${COMMAND} from tv_command
      where user_id = ${userId} order by device_id, action, ordered_at desc
    ) latest order by ordered_at desc, command_id desc`);

export const latestCommand = (
  tx: Tx,
  userId: number,
  deviceId: string,
  action: TvAction,
): Promise<CommandRow | undefined> =>
  tx.maybe(sql`
    select ${COMMAND} from tv_command
    where user_id = ${userId} and device_id = ${deviceId} and action = ${action} order by ordered_at desc limit 1`);

interface NewCommand {
  readonly userId: number;
  readonly deviceId: string;
  readonly action: TvAction;
  readonly message: string | null;
  readonly now: Date;
}

export const insertCommand = (tx: Tx, { userId, deviceId, action, message, now }: NewCommand): Promise<CommandRow> =>
  tx.one(sql`
    insert into tv_command (user_id, device_id, action, message, ordered_at)
    values (${userId}, ${deviceId}, ${action}, ${message}, ${now})
    returning ${COMMAND}`);

/** A command that has no answer yet. */
export const openCommand = (
  tx: Tx,
  commandId: number,
): Promise<
  { user_id: number; device_id: string; action: TvAction; message: string | null; ordered_at: Instant } | undefined
> =>
  tx.maybe(sql`
    select user_id, device_id, action, message, ordered_at from tv_command
    where command_id = ${commandId} and state = 'sent'`);

export const noteOutcome = (
  tx: Tx,
  commandId: number,
  outcome: Exclude<TvOutcome, 'unanswered'> | 'timed_out',
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update tv_command set answered_at = ${now}, is_confirmed = ${outcome !== 'passed'},
      state = ${outcome === 'passed' ? 'done' : outcome}
    where command_id = ${commandId} and state = 'sent'`);

interface Look {
  readonly ordered_at: Instant;
  readonly looked_at: Instant | null;
}

export const lookOf = (tx: Tx, userId: number): Promise<Look | undefined> =>
  tx.maybe(sql`select ordered_at, looked_at from tv_look where user_id = ${userId}`);

/** Orders a look at the devices; false if one was ordered after `since`. */
export const orderLook = async (tx: Tx, userId: number, now: Date, since: Date): Promise<boolean> =>
  (await tx.run(sql`
    insert into tv_look as l (user_id, ordered_at) values (${userId}, ${now})
    on conflict (user_id) do update set ordered_at = excluded.ordered_at where l.ordered_at <= ${since}`)) > 0;

/** Stores the devices that the platform reports; deletes those that it no longer names. */
export async function keepDevices(tx: Tx, userId: number, devices: readonly TvDevice[], now: Date): Promise<void> {
  await tx.run(sql`
    delete from tv_device where user_id = ${userId} and device_id <> all(${devices.map((one) => one.deviceId)}::text[])`);
  if (devices.length > 0) await tx.run(upserted(userId, devices));
  await tx.run(sql`
    insert into tv_look (user_id, ordered_at, looked_at) values (${userId}, ${now}, ${now})
    on conflict (user_id) do update set looked_at = excluded.looked_at`);
}

const upserted = (userId: number, devices: readonly TvDevice[]): Sql => sql`
  insert into tv_device as d (user_id, device_id, kind, name, serial, is_online, seen_at)
  select ${userId}, t.* from unnest(
    ${devices.map((one) => one.deviceId)}::text[], ${devices.map((one) => one.kind)}::text[],
    ${devices.map((one) => one.name)}::text[], ${devices.map((one) => one.serial)}::text[],
    ${devices.map((one) => one.isOnline)}::boolean[], ${devices.map((one) => one.seenAt)}::timestamptz[]) t
  on conflict (user_id, device_id) do update set kind = excluded.kind, name = excluded.name, serial = excluded.serial,
    is_online = excluded.is_online, seen_at = coalesce(excluded.seen_at, d.seen_at)`;

export const orderDrop = (tx: Tx, userId: number, deviceId: string, now: Date): Promise<number> =>
  tx.run(sql`
    update tv_device set drop_ordered_at = ${now}
    where user_id = ${userId} and device_id = ${deviceId} and drop_ordered_at is null`);

export const forgetDevice = (tx: Tx, userId: number, deviceId: string): Promise<number> =>
  tx.run(sql`delete from tv_device where user_id = ${userId} and device_id = ${deviceId}`);

export interface CodeRow {
  readonly code_id: string;
  readonly secret: Buffer;
  readonly made_at: Instant;
  readonly expires_at: Instant;
  readonly is_ready: boolean;
}

export const tvCodeOf = (tx: Tx, userId: number): Promise<CodeRow | undefined> =>
  tx.maybe(sql`
    select code_id, secret, made_at, expires_at, opened_at is not null as is_ready from tv_code where user_id = ${userId}`);

interface NewCode {
  readonly userId: number;
  readonly codeId: string;
  readonly secret: Buffer;
  readonly now: Date;
  readonly until: Date;
}

export const keepTvCode = (tx: Tx, { userId, codeId, secret, now, until }: NewCode): Promise<number> =>
  tx.run(sql`
    insert into tv_code (user_id, code_id, secret, made_at, expires_at)
    values (${userId}, ${codeId}, ${secret}, ${now}, ${until})
    on conflict (user_id) do update set code_id = excluded.code_id, secret = excluded.secret, made_at = excluded.made_at,
      expires_at = excluded.expires_at, opened_at = null`);

export const noteOpened = (tx: Tx, codeId: string, now: Date): Promise<number> =>
  tx.run(sql`update tv_code set opened_at = ${now} where code_id = ${codeId}`);

export const forgetCode = (tx: Tx, codeId: string): Promise<number> =>
  tx.run(sql`delete from tv_code where code_id = ${codeId}`);
