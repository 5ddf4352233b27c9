import type { Instant } from '@kabinet/contract/kernel/day';
import { instant } from '@kabinet/contract/kernel/day';
import type { Database, Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { messageChannels } from '../channels.ts';
import { withoutNews } from '../choices.queries.ts';
import { hearMessages } from '../hear.ts';
import { addressesOf } from '../message.queries.ts';
import type { Notice } from '../notice.ts';
import { notifyAll, saidBy } from '../notify.ts';
import { endOfQuiet } from '../quiet-hours.rules.ts';
import { news, writtenByOperator } from './notices.ts';
import {
  endCampaign,
  holdSending,
  insertCampaign,
  insertRecipients,
  nextRecipients,
  noteRecipientsTold,
  noteWays,
  type CampaignRow,
} from './campaign.queries.ts';
import { sendCampaignJob } from './jobs.ts';
import { smsParts } from './sms-parts.rules.ts';

type CampaignText = Pick<CampaignRow, 'kind' | 'title' | 'body' | 'channel'>;

interface Told {
  readonly title: string;
  readonly text: string;
  readonly sentAt: Date;
}

/** The notice of a campaign: news to whoever agrees to them, the rest is about the service. */
const noticeOf = ({ kind, channel }: Pick<CampaignRow, 'kind' | 'channel'>): Notice<Told> => ({
  ...(kind === 'news' ? news : writtenByOperator),
  ...(channel === 'portal' && { isPortalOnly: true }),
});

export interface Begun {
  readonly campaignId: number;
  readonly recipients: number;
  readonly withoutNews: number;
  readonly ways: readonly { readonly way: string; readonly count: number }[];
  readonly smsParts: number;
  readonly quietUntil: Instant | null;
  readonly sms: string;
}

/** Fixes whom a campaign goes to, and has a job send it; undefined: nobody is left. */
export async function beginCampaign(
  tx: Tx,
  campaign: CampaignText & { readonly filter: object; readonly by: string },
  contracts: readonly number[],
  at: At,
): Promise<Begun | undefined> {
  const unwilling = campaign.kind === 'news' ? new Set(await withoutNews(tx, contracts)) : new Set<number>();
  const recipients = contracts.filter((id) => !unwilling.has(id));
  if (recipients.length === 0) return undefined;
  const campaignId = await insertCampaign(tx, { ...campaign, recipients: recipients.length, now: at.now });
  await insertRecipients(tx, campaignId, recipients);
  await addJob(tx, sendCampaignJob, { campaignId });
  const { sms } = saidBy(noticeOf(campaign), { title: campaign.title, text: campaign.body, sentAt: at.now });
  const ways = await waysOf(tx, campaign, recipients, at.now);
  const texts = ways.find(({ way }) => way === 'sms')?.count ?? 0;
  const quiet = endOfQuiet(at.now, at.zone);
  return {
    campaignId,
    recipients: recipients.length,
    withoutNews: unwilling.size,
    ways,
    smsParts: texts * smsParts(sms),
    quietUntil: quiet === undefined ? null : instant(quiet),
    sms,
  };
}

/** How many messages by each channel. */
async function waysOf(tx: Tx, campaign: CampaignText, recipients: readonly number[], now: Date) {
  const portal = { way: 'portal', count: recipients.length };
  if (campaign.channel === 'portal') return [portal];
  const ways = messageChannels.map(({ name, contact }) => ({ channel: name, contact }));
  const addresses = await addressesOf(tx, recipients, { category: noticeOf(campaign).category, ways, now });
  const byWay = Map.groupBy(addresses, ({ channel }) => channel);
  return [portal, ...[...byWay].map(([way, same]) => ({ way, count: same.length }))];
}

/** Contracts of one transaction: short enough not to keep others waiting. */
const PART = 200;

/**
 * Sends what is left of a campaign. A part and the note of it are one transaction: after a crash the next run goes on with whoever has
 * none yet, and nobody gets two.
 */
export async function sendCampaign(db: Database, campaignId: number, atNow: () => At): Promise<void> {
  while (await db.write((tx) => sendPart(tx, campaignId, atNow())));
}

/** False: nothing is left, or it was stopped. */
async function sendPart(tx: Tx, campaignId: number, at: At): Promise<boolean> {
  const campaign = await holdSending(tx, campaignId);
  if (!campaign) return false;
  const contracts = await nextRecipients(tx, campaignId, PART);
  if (contracts.length === 0) {
    await endCampaign(tx, campaignId, 'done', at.now);
    return false;
  }
  const ways: Record<string, number> = { ...campaign.ways };
  hearMessages(tx, ({ way }) => {
    ways[way] = (ways[way] ?? 0) + 1;
  });
  const data: Told = { title: campaign.title, text: campaign.body, sentAt: new Date(campaign.made_at) };
  await notifyAll(
    tx,
    noticeOf(campaign),
    contracts.map((contractId) => ({ contractId, data })),
    at,
  );
  await noteRecipientsTold(tx, campaignId, contracts, at.now);
  await noteWays(tx, campaignId, ways);
  return true;
}
