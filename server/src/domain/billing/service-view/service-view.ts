import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import { usersOf, type UserRow, type ServiceSelection } from '#server/domain/services/service/service-user.queries.ts';
import type { User } from '#server/domain/services/service/situation.rules.ts';
import { sharedForecasts, type AccountForecast } from '../forecast/forecast.queries.ts';
import { nextChargeOf } from '../forecast/forecast.rules.ts';
import { ownPrice } from '../forecast/own-price.rules.ts';
import { feesOf, monthlyOf } from '../forecast/price.rules.ts';
import { promisedForecast } from '../promised-payment/promised-forecast.ts';
import { stateText } from './state.texts.ts';
import { daysLeftTexts, detailOf, dutyTexts, uniqueTexts } from './user.texts.ts';

interface Scope {
  readonly db: Tx;
  readonly subscriber: Subscriber;
  readonly today: Day;
  readonly provider: Provider;
}

/** A service as the subscriber sees it, and what the provider wrote when he closed it; null if it is not closed so, or nothing was written. */
export type DescribedUser = User & Pick<UserRow, 'blocked_because'>;

/** The subscriber's services with sums and texts: the same number of statements for a hundred services as for one. */
export async function describedUsers(scope: Scope, wanted: ServiceSelection): Promise<DescribedUser[]> {
  const { db, subscriber, today, provider } = scope;
  const [rows, forecasts] = await Promise.all([
    usersOf(db, subscriber, wanted),
    sharedForecasts(db, subscriber.contractId, today),
  ]);
  const words = { support: provider.support_phones[0]?.phone ?? '', zone: provider.time_zone };
  const promised = await Promise.all(forecasts.map((account) => promisedForecast(db, account)));
  const accounts = new Map(
    forecasts.map((account, index) => [account.accountId, accountSummary(account, promised[index] ?? account)]),
  );
  return rows.map((row) => {
    const summary = accounts.get(row.account_id);
    if (!summary) throw new Error(`Service ${row.user_id} is on an account of another contract`);
    return describe(row, summary, words);
  });
}

/** Data of an account shared by its services, computed once. */
const accountSummary = (account: AccountForecast, promised: Awaited<ReturnType<typeof promisedForecast>>) => ({
  account,
  prices: Map.groupBy(account.prices, ({ userId }) => userId),
  duty: uniqueTexts(dutyTexts(account)),
  daysLeft: uniqueTexts(daysLeftTexts(promised)),
});

function describe(
  row: UserRow,
  summary: ReturnType<typeof accountSummary>,
  words: { support: string; zone: string },
): DescribedUser {
  const { account } = summary;
  const { today, debt } = account;
  const prices = summary.prices.get(row.user_id) ?? [];
  const fees = feesOf(prices, account);
  const monthly = monthlyOf(prices, today);
  return {
    // Columns of the reply's names; the schema sends no others.
    ...row,
    account: account.kind,
    state_text: stateText({
      situation: situationOf(row),
      since: row.state_since,
      returnsOn: row.returns_on,
      returnsEarly: row.returns_early,
      because: row.blocked_because,
      debt,
      today,
      ...words,
    }),
    plan: planOf(row, prices, today),
    monthly,
    planned_plan: plannedOf(row, prices),
    next_charge: nextChargeOf(account, fees),
    userOptions: row.options_on,
    userOptions2: row.options_all,
    detail: detailOf(row),
    infos: uniqueTexts(row.infos),
    // A free service has no debt, and one that is not charged has no days left.
    duty: monthly > 0 ? summary.duty : [],
    days_left: fees.length > 0 ? summary.daysLeft : [],
  };
}

function situationOf({ state, reason }: UserRow) {
  if (state !== 'blocked') return state;
  if (reason === null) throw new Error('A blocked service has no reason');
  return reason;
}

/** The price that the next charge of the planned plan will have. */
function plannedOf({ user_id, next }: UserRow, prices: readonly OwnRow[]): User['planned_plan'] {
  if (!next) return null;
  const what = `${user_id}:plan`;
  const own = prices.find((one) => one.what === what && one.from === next.from && !one.resumesOn);
  return own?.steps ? { ...next, price: own.amount } : next;
}

type OwnRow = AccountForecast['prices'][number] & { readonly resumesOn?: Day | null };

const planOf = (row: UserRow, prices: readonly OwnRow[], today: Day): User['plan'] =>
  row.plan_id === null
    ? null
    : {
        plan_id: row.plan_id,
        name: row.plan,
        summary: row.plan_summary,
        price: row.plan_price,
        unit: row.plan_unit,
        ...ownPrice(prices, { soldKind: 'plan', soldId: row.plan_id }, row.user_id, today),
      };
