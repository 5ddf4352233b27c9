import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface Words {
  readonly pool: string | null;
  readonly filter: string | null;
}

interface Speeds extends Words {
  readonly down: number | null;
  readonly up: number | null;
}

export interface WantedPlanProfile extends Speeds {
  readonly burst_down: number | null;
  readonly burst_up: number | null;
  readonly burst_seconds: number | null;
  /** Hours of another speed: `23:00-07:00`. */
  readonly night: string | null;
  readonly night_down: number | null;
  readonly night_up: number | null;
  readonly session_seconds: number | null;
}

export interface ListedPlanProfile extends WantedPlanProfile {
  readonly plan_id: number;
  readonly plan: string;
  readonly mbit: number | null;
}

export const planProfiles = (tx: Tx): Promise<ListedPlanProfile[]> =>
  tx.rows(sql`
    select plan_id, name as plan, speed_mbit as mbit, down_kbit as down, up_kbit as up, burst_down_kbit as burst_down,
      burst_up_kbit as burst_up, burst_seconds, to_char(night_from, 'HH24:MI-') || to_char(night_until, 'HH24:MI') as night,
      night_down_kbit as night_down, night_up_kbit as night_up, pool, filter, session_seconds
    from plan left join plan_profile using (plan_id)
    where service_kind = 'internet' and (not is_archived or exists (select from service_user u where u.plan_id = plan.plan_id))
    order by plan_id`);

export type WantedOptionProfile = Speeds & { readonly code: string };

export interface ListedOptionProfile extends WantedOptionProfile {
  readonly option_id: number;
  readonly option: string;
  readonly plan: string;
}

export const optionProfiles = (tx: Tx): Promise<ListedOptionProfile[]> =>
  tx.rows(sql`
    select option_id, o.name as option, p.name as plan, code, down_kbit as down, up_kbit as up, pool, filter
    from option_profile join plan_option o using (option_id) join plan p using (plan_id) order by option_id`);

/** The plan of the internet, locked; undefined: there is none. */
export const lockInternetPlan = (tx: Tx, planId: number): Promise<{ plan_id: number } | undefined> =>
  tx.maybe(sql`select plan_id from plan where plan_id = ${planId} and service_kind = 'internet' for no key update`);

/** The plan of an option of the internet, locked; undefined: there is none. */
export const lockInternetOption = (tx: Tx, optionId: number): Promise<{ plan_id: number } | undefined> =>
  tx.maybe(sql`
    select plan_id from plan_option join plan using (plan_id)
    where option_id = ${optionId} and service_kind = 'internet' for no key update of plan_option`);

export const dropPlanProfile = (tx: Tx, planId: number): Promise<number> =>
  tx.run(sql`delete from plan_profile where plan_id = ${planId}`);

export const dropOptionProfile = (tx: Tx, optionId: number): Promise<number> =>
  tx.run(sql`delete from option_profile where option_id = ${optionId}`);

export const insertPlanProfile = (tx: Tx, planId: number, wanted: WantedPlanProfile): Promise<number> =>
  tx.run(sql`
    insert into plan_profile (plan_id, down_kbit, up_kbit, burst_down_kbit, burst_up_kbit, burst_seconds, pool, filter,
      session_seconds, night_from, night_until, night_down_kbit, night_up_kbit)
    values (${planId}, ${wanted.down}, ${wanted.up}, ${wanted.burst_down}, ${wanted.burst_up}, ${wanted.burst_seconds},
      ${wanted.pool}, ${wanted.filter}, ${wanted.session_seconds},
      split_part(${wanted.night}, '-', 1)::time, split_part(${wanted.night}, '-', 2)::time, ${wanted.night_down}, ${wanted.night_up})`);

export const insertOptionProfile = (tx: Tx, optionId: number, wanted: WantedOptionProfile): Promise<number> =>
  tx.run(sql`
    insert into option_profile (option_id, code, down_kbit, up_kbit, pool, filter)
    values (${optionId}, ${wanted.code}, ${wanted.down}, ${wanted.up}, ${wanted.pool}, ${wanted.filter})`);

export const countOfPlan = async (tx: Tx, planId: number): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
      select count(*) as count from service_user where plan_id = ${planId} and state <> 'closed'`)
  ).count;
