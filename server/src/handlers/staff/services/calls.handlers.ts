import type { OperatorContract } from '@kabinet/contract/staff';
import { importCallRecords, NoHeader, type ExchangeZones } from '#server/domain/services/calls/import.ts';
import { differingLegs, heldNumbers } from '#server/domain/services/calls/intake.queries.ts';
import { retryHeld } from '#server/domain/services/calls/intake.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { wrongField } from '../refusals.ts';

export const callHandlers: PlainHandlers<OperatorContract['calls'], 'import' | 'retry'> = {
  // Imports some thousand records per transaction; a faulty record does not stop the others.
  import: withoutTransaction(async ({ body }, { db, provider, now }) => {
    const records = body.records.map(({ line, cells }) => ({ line, cells: cells ?? undefined }));
    const exchange = { zones: zonesOf(provider), areaCode: provider.telephone.area_code };
    try {
      const { bad, doubtful, ...counts } = await importCallRecords(db, { header: body.header, records }, exchange, now);
      return { ...counts, bad: [...bad], doubtful: [...doubtful] };
    } catch (error) {
      throw error instanceof NoHeader ? wrongField('header', error.message) : error;
    }
  }),
  held: (_, { db }) => heldNumbers(db),
  differing: (_, { db }) => differingLegs(db),
  // The same of those that wait, which may be a month of them.
  retry: withoutTransaction(async (_, { db, log, provider }) => ({
    held: await retryHeld({ db, log }, provider.time_zone),
  })),
};

const zonesOf = ({ telephone, time_zone }: Provider): ExchangeZones => ({
  exchange: telephone.exchange_time_zone,
  provider: time_zone,
});
