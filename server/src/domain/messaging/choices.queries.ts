import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { messageChannels } from './channels.ts';
import type { Category } from './notice.ts';
import { openBrowsers } from './push.queries.ts';
import type { ChosenHours } from './quiet-hours.rules.ts';
import { isAskedFor } from './roles.rules.ts';

/** The consent of the provider's file without which no news are sent. */
export const NEWS_CONSENT = 'marketing';

export interface NoticeChoice {
  readonly channel: string;
  readonly category: Exclude<Category, 'security' | 'price' | 'news'>;
}

/** Pairs of category and channel that the contract does not get: muted, or never asked for. */
export const mutedOf = (tx: Tx, contractId: number): Promise<NoticeChoice[]> =>
  tx.rows(sql`
    select channel, category from muted_notice where contract_id = ${contractId}
    union all
    select way, 'charge' from unnest(${messageChannels.map(({ name }) => name)}::text[]) way
    where not exists (
      select from wanted_notice w where w.contract_id = ${contractId} and w.channel = way and w.category = 'charge')`);

export async function chooseNotice(
  tx: Tx,
  contractId: number,
  { channel, category }: NoticeChoice,
  isOn: boolean,
): Promise<void> {
  const isListed = isAskedFor(category) === isOn;
  const table = isAskedFor(category) ? sql`wanted_notice` : sql`muted_notice`;
  await tx.run(
    isListed
      ? sql`insert into ${table} (contract_id, channel, category) values (${contractId}, ${channel}, ${category})
            on conflict do nothing`
      : sql`delete from ${table}
            where contract_id = ${contractId} and channel = ${channel} and category = ${category}`,
  );
}

export const quietHoursOf = (tx: Tx, contractId: number): Promise<ChosenHours | undefined> =>
  tx.maybe(sql`select is_quiet, quiet_from, quiet_until from notice_hours where contract_id = ${contractId}`);

export async function setQuietHours(
  tx: Tx,
  contractId: number,
  { isOn, from, until }: { isOn: boolean; from: number; until: number },
): Promise<void> {
  await tx.run(sql`
    insert into notice_hours (contract_id, is_quiet, quiet_from, quiet_until)
    values (${contractId}, ${isOn}, ${from}, ${until})
    on conflict (contract_id) do update
      set is_quiet = excluded.is_quiet, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`);
}

export const wantsNews = async (tx: Tx, contractId: number, product: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select product from news_subscription where contract_id = ${contractId} and product = ${product}`)) !== undefined;

export async function setNews(
  tx: Tx,
  contractId: number,
  product: string,
  { isOn, now }: { isOn: boolean; now: Date },
): Promise<void> {
  await tx.run(
    isOn
      ? sql`insert into news_subscription (contract_id, product, since) values (${contractId}, ${product}, ${now})
            on conflict do nothing`
      : sql`delete from news_subscription where contract_id = ${contractId} and product = ${product}`,
  );
}

/** Contracts that want news of a product. */
export const newsReaders = (tx: Tx, product: string): Promise<{ contract_id: number }[]> =>
  tx.rows(sql`select contract_id from news_subscription where product = ${product} order by contract_id`);

/** Those of the contracts that have switched news off, or never on, and those that have withdrawn their consent to news. */
export const withoutNews = async (tx: Tx, contracts: readonly number[]): Promise<number[]> =>
  (
    await tx.rows<{ contract_id: number }>(sql`
      select asked.contract_id
      from unnest(${contracts}::bigint[]) asked (contract_id)
      left join lateral (
        select is_given from consent_decision
        where contract_id = asked.contract_id and name = ${NEWS_CONSENT}
        order by consent_decision_id desc limit 1
      ) latest on true
      where not latest.is_given or not exists (select from news_subscription n where n.contract_id = asked.contract_id)`)
  ).map(({ contract_id }) => contract_id);

/** The contacts of a contract by which it is told something: confirmed phones, addresses and chats. */
export const waysTo = (
  tx: Tx,
  contractId: number,
  now: Date,
): Promise<{ kind: 'phone' | 'email' | 'telegram' | 'max' | 'push'; value: string; label: string | null }[]> =>
  tx.rows(sql`
    select kind, value, label from contact where contract_id = ${contractId} and state = 'active'
    union all
    (select 'push', s.browser, null from ${openBrowsers(now)}
     where p.contract_id = ${contractId} order by p.push_subscription_id desc limit 1)`);

/** The program that brings text messages, if one is sold or the contract has it. */
export const smsProgram = (tx: Tx, contractId: number): Promise<{ program_id: number; is_on: boolean } | undefined> =>
  tx.maybe(sql`
    select p.program_id, coalesce(cp.status in ('on', 'off_pending'), false) as is_on
    from program p left join contract_program cp on cp.program_id = p.program_id and cp.contract_id = ${contractId}
    where p.gives_sms order by is_on desc, p.is_archived, p.program_id limit 1`);

/** Text messages about more than safety that were ordered in a month, to all phones of the contract. */
export const textMessagesOf = async (tx: Tx, contractId: number, period: string): Promise<number> =>
  (
    await tx.maybe<{ messages: number }>(sql`
      select messages from text_message_count where contract_id = ${contractId} and period = ${period}`)
  )?.messages ?? 0;
