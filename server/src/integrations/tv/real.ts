import type { Database } from '#server/db/database.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { ministra } from './ministra/ministra.ts';
import type { TvPlatform } from './port.ts';
import type { TvSettings } from './settings.ts';
import { phoneOf } from './twentyfour/phone.queries.ts';
import { twentyFour } from './twentyfour/twentyfour.ts';

/** The platform of the settings. */
export const realTv = (settings: TvSettings, db: Database): TvPlatform =>
  settings.platform === 'ministra'
    ? ministra(settings)
    : twentyFour({
        ...settings,
        phoneOf: (userId) => db.read((tx) => phoneOf(tx, userId)),
        now: () => systemClock.now(),
      });
