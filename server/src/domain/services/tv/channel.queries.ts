import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface ChannelRow {
  readonly channel_id: number;
  readonly number: number;
  readonly name: string;
  readonly genre: 'air' | 'film' | 'knowledge' | 'kids' | 'news' | 'sport' | 'music' | 'other';
  readonly is_hd: boolean;
  readonly has_archive: boolean;
}

/** All channels, in the order of the remote control. */
export const tvChannels = (tx: Tx): Promise<ChannelRow[]> =>
  tx.rows(sql`select channel_id, number, name, genre, is_hd, has_archive from tv_channel order by number`);

/** Channels by plan; one without channels is not listed. */
export const channelsOfPlans = (tx: Tx): Promise<{ plan_id: number; channel_ids: number[] }[]> =>
  tx.rows(sql`
    select plan_id, array_agg(channel_id order by channel_id) as channel_ids from plan_channel
    group by plan_id order by plan_id`);

/** Channels by program, of a starter program those of its plan; one without channels is not listed. */
export const channelsOfPrograms = (tx: Tx): Promise<{ programm_id: number; channel_ids: number[] }[]> =>
  tx.rows(sql`
    select program_id as programm_id, array_agg(channel_id order by channel_id) as channel_ids
    from (
      select program_id, channel_id from program_channel
      union
      select program_id, channel_id from program join plan_channel using (plan_id)
    ) given
    group by program_id order by program_id`);
