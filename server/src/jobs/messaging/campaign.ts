import { sendCampaign } from '#server/domain/messaging/campaign/campaign.ts';
import type { World } from '#server/kernel/world.ts';

/** The job `send_campaign`. */
export const sendOneCampaign = (world: World, { campaignId }: { readonly campaignId: number }): Promise<void> =>
  sendCampaign(world.db, campaignId, () => ({ now: world.clock.now(), zone: world.provider.time_zone }));
