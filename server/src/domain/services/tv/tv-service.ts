import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { TvPlatform } from '#server/integrations/tv/port.ts';
import { tvService } from './tv.queries.ts';
import { whyNoRemote } from './tv.rules.ts';

const NO_PLATFORM = 'Управлять приставкой поможет поддержка';

/** The TV service; refuses a service of another kind like one that does not exist. */
export async function knownTv(tx: Tx, userId: number) {
  const service = await tvService(tx, userId);
  if (!service) throw new Problem('not_found');
  return service;
}

/** Refuses a change of devices if the service does not work or no platform is connected. */
export async function refuseUnlessWatched(tx: Tx, userId: number, platform: TvPlatform | undefined): Promise<void> {
  const { situation } = await knownTv(tx, userId);
  const why = platform ? whyNoRemote(situation) : NO_PLATFORM;
  if (why !== null) throw new Problem('change_not_allowed', { message: why });
}
