import { addDays, dayIn, instant } from '@kabinet/contract/kernel/day';
import { toWireMoney } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { calendarOf } from '#server/domain/calendar/calendar.ts';
import { calendarFile } from '#server/domain/calendar/ical.ts';
import type { KeyScope } from '#server/domain/identity/personal-key/personal-key.queries.ts';
import type { World } from '#server/kernel/world.ts';
import { personalServicesOf } from './personal-data.queries.ts';
import { accountBalancesOf } from '#server/domain/money/account/balances.queries.ts';
import { contractNo } from '#server/domain/shared/contract-no.queries.ts';

const CALENDAR_DAYS = 366;

type Reader = (tx: Tx, contractId: number, world: World, now: Date) => Promise<unknown>;

/** What each kind of key reads. */
export const PERSONAL_DATA = {
  balance: async (tx, contractId, _, now) => ({
    at: instant(now),
    currency: 'RUB',
    accounts: (await accountBalancesOf(tx, contractId)).map(({ balance, credit_limit, ...account }) => ({
      ...account,
      balance: toWireMoney(balance),
      credit_limit: toWireMoney(credit_limit),
    })),
  }),
  services: async (tx, contractId, _, now) => ({
    at: instant(now),
    services: await personalServicesOf(tx, contractId),
  }),
  calendar: async (tx, contractId, { provider }, now) => {
    const zone = provider.time_zone;
    const today = dayIn(zone, now);
    const until = addDays(today, CALENDAR_DAYS);
    const entries = await calendarOf({ tx, contractId, now, today, until, zone, limits: provider.payment });
    return calendarFile(entries, {
      contractId,
      contractNo: await contractNo(tx, contractId),
      name: provider.name,
      now,
    });
  },
} satisfies Record<KeyScope, Reader>;
