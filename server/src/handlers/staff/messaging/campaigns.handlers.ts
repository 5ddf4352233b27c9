import type { Input } from '@kabinet/contract/kernel/call/call';
import { dayIn } from '@kabinet/contract/kernel/day';
import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { allDebtors } from '#server/domain/billing/debtors/debtors.ts';
import { hasDebtorTown } from '#server/domain/billing/debtors/debtors.queries.ts';
import { beginCampaign } from '#server/domain/messaging/campaign/campaign.ts';
import {
  contractsFiltered,
  endCampaign,
  holdSending,
  latestCampaigns,
  lockCampaigns,
  plansInUse,
  recipientsTold,
  sameCampaign,
  townsWithStreets,
} from '#server/domain/messaging/campaign/campaign.queries.ts';
import { saidBy, sendToContact } from '#server/domain/messaging/notify.ts';
import { writtenByOperator } from '#server/domain/messaging/campaign/notices.ts';
import type { At } from '#server/domain/shared/at.ts';
import { momentText } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { refuseAlone, wrongField } from '../refusals.ts';

type Campaigns = OperatorContract['campaigns'];
type Filter = Pick<Input<Campaigns['send']>['body'], 'town' | 'street' | 'plan_id' | 'service' | 'debt'>;

/** Whom a filter names now. */
async function recipientsOf(tx: Tx, { debt, ...filter }: Filter, at: At): Promise<number[]> {
  if (filter.town !== undefined && !(await hasDebtorTown(tx, filter.town))) throw new Problem('town_unknown');
  if (debt === undefined) return contractsFiltered(tx, filter, null);
  const owing = (await allDebtors(tx, filter.town, at)).filter(({ band }) => debt === 'any' || band === debt);
  return contractsFiltered(
    tx,
    filter,
    owing.map(({ contractId }) => contractId),
  );
}

const DAY_MS = 86_400_000;

type Written = Parameters<typeof sameCampaign>[1] & { readonly kind: 'news' | 'service' };

/** Whoever saw no reply sends a message again; news go to a reader once by themselves. */
async function refuseRepeated(tx: Tx, written: Written, { now, zone }: At): Promise<void> {
  if (written.kind === 'news') return;
  await lockCampaigns(tx);
  const sent = await sameCampaign(tx, written, new Date(now.getTime() - DAY_MS));
  if (!sent) return;
  const when = momentText(sent.made_at, dayIn(zone, now), zone);
  throw new Problem('message_just_sent', {
    message: `Эту рассылку уже отправили: ${when}, номер ${sent.campaign_id}. Чтобы отправить её ещё раз, измените текст`,
  });
}

const listOf = (ways: Readonly<Record<string, number>>) => Object.entries(ways).map(([way, count]) => ({ way, count }));

export const campaignHandlers: PlainHandlers<Campaigns> = {
  send: async ({ body }, scope) => {
    const { kind, title, text, channel, dry_run: dryRun, ...filter } = body;
    const at = atOf(scope);
    const contracts = await recipientsOf(scope.db, filter, at);
    const written = { kind, title, body: text, channel, filter, by: scope.operator.name };
    const isRehearsed = dryRun === 'yes';
    if (!isRehearsed) await refuseRepeated(scope.db, written, at);
    const begun = await beginCampaign(scope.db, written, contracts, at);
    if (!begun) throw new Problem('nobody_to_tell');
    if (!isRehearsed) refuseAlone(scope.operator, operatorContract.campaigns.send, begun.recipients);
    return {
      rehearsed: isRehearsed,
      campaign_id: begun.campaignId,
      recipients: begun.recipients,
      without_news: begun.withoutNews,
      ways: [...begun.ways],
      sms_parts: begun.smsParts,
      quiet_until: begun.quietUntil,
      sms: begun.sms,
    };
  },
  test: async ({ body: { title, text, phone, email } }, { db, now }) => {
    const to = phone ?? email;
    if (to === undefined) throw wrongField('phone', 'Назовите телефон или почту');
    const { sms, mail } = saidBy(writtenByOperator, { title, text, sentAt: now });
    const kind = phone === undefined ? 'email' : 'phone';
    await sendToContact(db, { sms: () => sms, mail: () => mail }, { kind, value: to }, undefined);
    return { way: kind === 'phone' ? ('sms' as const) : ('mail' as const) };
  },
  list: async (_, { db }) =>
    (await latestCampaigns(db)).map(({ ways, body: _body, ...one }) => ({ ...one, ways: listOf(ways) })),
  stop: async ({ body: { campaign_id: campaignId } }, { db, now }) => {
    if (!(await holdSending(db, campaignId))) throw new Problem('campaign_over');
    await endCampaign(db, campaignId, 'stopped', now);
    return { campaign_id: campaignId, sent: await recipientsTold(db, campaignId) };
  },
  choices: async (_, { db }) => ({ towns: await townsWithStreets(db), plans: await plansInUse(db) }),
};
