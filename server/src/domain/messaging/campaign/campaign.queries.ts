import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface CampaignRow {
  readonly campaign_id: number;
  readonly kind: 'news' | 'service';
  readonly title: string;
  readonly body: string;
  readonly channel: 'portal' | 'all';
  readonly made_by: string;
  readonly made_at: Instant;
  readonly recipients: number;
  readonly ways: Readonly<Record<string, number>>;
  readonly state: 'sending' | 'done' | 'stopped';
}

/** Contracts in force that a filter names; of `debtors`, if it names them. */
export const contractsFiltered = async (
  tx: Tx,
  {
    town = null,
    street = null,
    plan_id: planId = null,
    service = null,
  }: {
    readonly town?: string | null | undefined;
    readonly street?: string | null | undefined;
    readonly plan_id?: number | null | undefined;
    readonly service?: string | null | undefined;
  },
  debtors: readonly number[] | null,
): Promise<number[]> =>
  (
    await tx.rows<{ contract_id: number }>(sql`
      select c.contract_id
      from contract c join town t using (town_id) left join street s on s.street_id = c.street_id
      where c.state <> 'closed' and c.contract_id > 0
        and (${debtors}::bigint[] is null or c.contract_id = any(${debtors}::bigint[]))
        and (${town}::text is null or lower(t.name) = lower(${town}))
        and (${street}::text is null or lower(s.name) = lower(${street}))
        and (${planId}::integer is null or exists (
          select from service_user u where u.contract_id = c.contract_id and u.plan_id = ${planId} and u.closed_on is null)
          or exists (select from phone_number n where n.contract_id = c.contract_id and n.plan_id = ${planId} and n.closed_on is null))
        and (${service}::text is null or exists (
          select from service_user u
          where u.contract_id = c.contract_id and u.service_kind = ${service} and u.closed_on is null)
          or (${service} = 'telephone' and exists (
            select from phone_number n where n.contract_id = c.contract_id and n.closed_on is null)))
      order by c.contract_id`)
  ).map(({ contract_id }) => contract_id);

/** Campaigns begin one after another: the command of a lost connection may still be at it when it comes again. */
export const lockCampaigns = (tx: Tx): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('campaigns', 0))`);

/** The same words about the service, to the same, since then; what was stopped does not count. */
export const sameCampaign = (
  tx: Tx,
  one: Pick<CampaignRow, 'title' | 'body' | 'channel'> & { readonly filter: object },
  since: Date,
): Promise<{ campaign_id: number; made_at: Instant } | undefined> =>
  tx.maybe(sql`
    select campaign_id, made_at from campaign
    where kind = 'service' and title = ${one.title} and body = ${one.body} and channel = ${one.channel}
      and filter = ${JSON.stringify(one.filter)}::jsonb and made_at > ${since} and state <> 'stopped'
    order by campaign_id desc limit 1`);

interface NewCampaign extends Pick<CampaignRow, 'kind' | 'title' | 'body' | 'channel'> {
  readonly filter: object;
  readonly by: string;
  readonly recipients: number;
  readonly now: Date;
}

export const insertCampaign = async (tx: Tx, one: NewCampaign): Promise<number> =>
  (
    await tx.one<{ campaign_id: number }>(sql`
      insert into campaign (kind, title, body, channel, filter, made_by, made_at, recipients)
      values (${one.kind}, ${one.title}, ${one.body}, ${one.channel}, ${JSON.stringify(one.filter)}::jsonb, ${one.by}, ${one.now}, ${one.recipients})
      returning campaign_id`)
  ).campaign_id;

export const insertRecipients = (tx: Tx, campaignId: number, contracts: readonly number[]): Promise<number> =>
  tx.run(sql`
    insert into campaign_recipient (campaign_id, contract_id)
    select ${campaignId}, contract_id from unnest(${contracts}::bigint[]) c (contract_id)`);

const CAMPAIGN = sql`campaign_id, kind, title, body, channel, made_by, made_at, recipients, ways, state`;

/** A campaign that is being sent, held: its parts are sent one after another, and stopping waits for a part. */
export const holdSending = (tx: Tx, campaignId: number): Promise<CampaignRow | undefined> =>
  tx.maybe(sql`
    select ${CAMPAIGN} from campaign where campaign_id = ${campaignId} and state = 'sending' for no key update`);

export const nextRecipients = async (tx: Tx, campaignId: number, most: number): Promise<number[]> =>
  (
    await tx.rows<{ contract_id: number }>(sql`
      select contract_id from campaign_recipient
      where campaign_id = ${campaignId} and sent_at is null order by contract_id limit ${most}`)
  ).map(({ contract_id }) => contract_id);

export const noteRecipientsTold = (
  tx: Tx,
  campaignId: number,
  contracts: readonly number[],
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update campaign_recipient set sent_at = ${now}
    where campaign_id = ${campaignId} and contract_id = any(${contracts}::bigint[])`);

export const noteWays = (tx: Tx, campaignId: number, ways: Readonly<Record<string, number>>): Promise<number> =>
  tx.run(sql`update campaign set ways = ${JSON.stringify(ways)}::jsonb where campaign_id = ${campaignId}`);

export const endCampaign = (tx: Tx, campaignId: number, state: 'done' | 'stopped', now: Date): Promise<number> =>
  tx.run(sql`
    update campaign set state = ${state}, ended_at = ${now} where campaign_id = ${campaignId} and state = 'sending'`);

export const recipientsTold = async (tx: Tx, campaignId: number): Promise<number> =>
  (
    await tx.one<{ sent: number }>(sql`
      select count(*)::integer as sent from campaign_recipient where campaign_id = ${campaignId} and sent_at is not null`)
  ).sent;

/** The newest first; how many wait is counted by the index of those who wait. */
export const latestCampaigns = (tx: Tx): Promise<(CampaignRow & { readonly sent: number })[]> =>
  tx.rows(sql`
    select ${CAMPAIGN}, (recipients - (
      select count(*) from campaign_recipient r where r.campaign_id = c.campaign_id and r.sent_at is null))::integer as sent
    from campaign c order by campaign_id desc limit 50`);

export const townsWithStreets = (tx: Tx): Promise<{ name: string; streets: string[] }[]> =>
  tx.rows(sql`
    select t.name, coalesce((select jsonb_agg(s.name order by s.name) from street s where s.town_id = t.town_id), '[]') as streets
    from town t order by t.name`);

export const plansInUse = (tx: Tx): Promise<{ plan_id: number; name: string }[]> =>
  tx.rows(sql`
    select plan_id, name from plan p
    where exists (select from service_user u where u.plan_id = p.plan_id and u.closed_on is null)
      or exists (select from phone_number n where n.plan_id = p.plan_id and n.closed_on is null)
    order by name, plan_id`);
