import type { Input } from '@kabinet/contract/kernel/call/call';
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
  plansInUse,
  recipientsTold,
  townsWithStreets,
} from '#server/domain/messaging/campaign/campaign.queries.ts';
import { saidBy, sendToContact } from '#server/domain/messaging/notify.ts';
import { writtenByOperator } from '#server/domain/messaging/campaign/notices.ts';
import type { At } from '#server/domain/shared/at.ts';
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

const listOf = (ways: Readonly<Record<string, number>>) => Object.entries(ways).map(([way, count]) => ({ way, count }));

export const campaignHandlers: PlainHandlers<Campaigns> = {
  send: async ({ body }, scope) => {
    const { kind, title, text, channel, dry_run: dryRun, ...filter } = body;
    const at = atOf(scope);
    const contracts = await recipientsOf(scope.db, filter, at);
    const written = { kind, title, body: text, channel, filter, by: scope.operator.name };
    const begun = await beginCampaign(scope.db, written, contracts, at);
    if (!begun) throw new Problem('nobody_to_tell');
    const isRehearsed = dryRun === 'yes';
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
