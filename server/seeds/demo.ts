import type { Day } from '@kabinet/contract/kernel/day';
import type pg from 'pg';
import { addAccess, addRates, addRegistrations } from './people/access.ts';
import { DEMO_MONTHS_BACK, demoCalendarOf } from './calendar.ts';
import { markCharged } from './money/charged.ts';
import { rateThisMonth } from './usage/call-charges.ts';
import { addCallRates } from './catalogue/call-rates.ts';
import { addDemoCatalogue } from './catalogue/catalogue.ts';
import { addCompany } from './contracts/company.ts';
import { seedCompanyHistory } from './contracts/company-history.ts';
import { addProviderAccounts } from './money/movements.ts';
import { addMail } from './usage/mail.ts';
import { addServiceStates } from './usage/network.ts';
import { addMessages } from './support/notices.ts';
import { addSpeedTests } from './usage/speed-tests.ts';
import { addTelephoneDocuments } from './money/telephone-documents.ts';
import { addCallBacks } from './support/call-backs.ts';
import { addGoals, addOrders } from './support/orders.ts';
import { addPlaces } from './people/places.ts';
import { addConsents } from './people/consents.ts';
import { addPerson } from './contracts/people.ts';
import { addPrices } from './catalogue/prices.ts';
import { peopleOf } from './contracts/demo-contracts.ts';
import { diceOf } from './random.ts';
import { analyze, inTransaction } from './rows.ts';
import type { Seeding } from './seeding.ts';
import { addShares } from './people/sharing.ts';
import { addStaffReads } from './support/staff-reads.ts';
import { addTowns } from './people/towns.ts';
import { addTvDevices } from './usage/tv.ts';
import { addVisits } from './people/visits.ts';

export { seedCompanyHistory } from './contracts/company-history.ts';

const SEED = 7_482;
/** Months of the company before the current one: with 24 it has 100 000 entries, 200 000 calls and 50 000 sessions. */
export const MONTHS_BACK = { full: 24, later: 24, small: 1 } as const;

export interface DemoOptions {
  /** The moment that all days are relative to. */
  readonly now: Date;
  /** The company's history: all, little, or little now and all by `seedCompanyHistory`. */
  readonly company?: keyof typeof MONTHS_BACK;
}

/** Whether the database is empty, so that a demo can do no harm. */
export async function isEmpty(pool: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rows } = await pool.query<{ empty: boolean }>(`
    select not exists (select from town) and not exists (select from plan) and not exists (select from contract) as empty`);
  return rows[0]?.empty === true;
}

/** Whether the database has the mark of a loaded demo. */
export async function holdsDemo(pool: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rowCount } = await pool.query('select from demo_mark');
  return rowCount === 1;
}

/**
 * Fills an empty, migrated database with the demo provider and marks it; leaves a marked one unchanged, refuses any
 * other. All or nothing, except for the company's history.
 */
export async function seedDemo(pool: pg.Pool, { now, company = 'full' }: DemoOptions): Promise<void> {
  await seedBase(pool, now, MONTHS_BACK[company]);
  if (company !== 'later') await seedCompanyHistory(pool, { now });
}

/** The partitions of calls, also of the months that `seedCompanyHistory` fills in later. */
const addCallMonths = (client: pg.ClientBase, today: Day, back: number) =>
  client.query(
    `select keep_call_month(to_char($1::date + n * interval '1 month', 'YYYY-MM')) from generate_series(-$2::integer, 2) n`,
    [today, back],
  );

/** Everything but the company's months before the current one. */
export async function seedBase(pool: pg.Pool, now: Date, monthsBack: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    // If two processes start on one database, the second waits here and then finds the mark.
    await client.query('lock table town in share row exclusive mode');
    if (await holdsDemo(client)) return;
    if (!(await isEmpty(client))) throw new Error('The demo needs an empty database');
    const calendar = demoCalendarOf(now);
    await addProviderAccounts(client);
    await addGoals(client);
    const seeding: Seeding = {
      client,
      calendar,
      dice: diceOf(SEED),
      places: await addTowns(client),
      catalogue: await addDemoCatalogue(client, calendar),
    };
    await addCallRates(client, seeding.catalogue, calendar);
    await addCallMonths(client, calendar.today, Math.max(monthsBack, DEMO_MONTHS_BACK));
    for (const person of peopleOf(calendar)) await addPerson(seeding, person);
    await rateThisMonth(seeding);
    await addCompany(seeding, monthsBack);
    await addAccess(client, now);
    await addMail(seeding);
    await addRegistrations(client, now);
    await addRates(client, now);
    await addServiceStates(client, now);
    await addTvDevices(client, now);
    await markCharged(client, calendar.today);
    await addMessages(seeding);
    await addPrices(seeding);
    await addPlaces(seeding);
    await addOrders(seeding);
    await addCallBacks(seeding);
    await addSpeedTests(seeding);
    await addTelephoneDocuments(seeding);
    await addVisits(seeding);
    await addStaffReads(seeding);
    await addShares(seeding);
    await addConsents(seeding);
    // What was there before the beginning, nobody is told.
    await client.query('delete from change_waiting');
    await client.query('insert into demo_mark (loaded_at, month, months_back) values ($1, $2, $3)', [
      now,
      calendar.monthStart,
      monthsBack,
    ]);
  });
  await analyze(pool);
}
