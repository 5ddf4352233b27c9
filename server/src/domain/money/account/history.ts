import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { addMonths, periodOf, type Day, type Period } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { Page } from '#server/domain/shared/page.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';
import { cameIn, spentOn, type MonthSpending } from './account.queries.ts';
import { moreText, moreThan, type SpentOnService } from './more.rules.ts';
import { historyLinesOf, type AccountKey, type HistoryWanted, type AccountHistoryLine } from './history.queries.ts';

type Movement = Result<typeof contract.internetAccount.statPayments>['items'][number];
type MonthServices = Result<typeof contract.internetAccount.statServices>;

/** A page of the history in the form of the contract. */
export async function historyOf(tx: Tx, account: AccountKey, wanted: HistoryWanted): Promise<Page<Movement>> {
  const { items, next } = await historyLinesOf(tx, account, wanted);
  return { items: items.map(movementOf), next };
}

/** Spending by service, and payments, of a month. */
export async function monthServices(tx: Tx, account: AccountKey, period: Period): Promise<MonthServices> {
  const before = periodOf(addMonths(`${period}-01` as Day, -1));
  const [services, former, incoming] = await Promise.all([
    spentOn(tx, account, period),
    spentOn(tx, account, before),
    cameIn(tx, account, period),
  ]);
  const more = moreThan(services.map(toCompare), former.map(toCompare));
  return {
    period,
    services: services.map((spent) => ({
      user_id: spent.user_id,
      phone_number: spent.phone_number,
      name: serviceName(spent) ?? spent.text ?? '',
      amount: spent.amount,
      returned: spent.returned,
      lines: spent.lines,
    })),
    incoming,
    more: more ? moreText(more, before) : null,
  };
}

const toCompare = (spent: MonthSpending): SpentOnService => {
  const name = serviceName(spent) ?? spent.text ?? '';
  return {
    key: `${spent.user_id ?? ''} ${spent.phone_number ?? ''} ${spent.text ?? ''}`,
    name,
    amount: spent.amount,
    returned: spent.returned,
  };
};

const serviceName = ({ user_name, phone_number }: Pick<MonthSpending, 'user_name' | 'phone_number'>): string | null =>
  user_name ?? (phone_number === null ? null : `Номер ${phoneText(phone_number)}`);

function movementOf({
  user_name,
  rate_kopecks,
  rate_unit,
  full_rate_kopecks: full,
  ...line
}: AccountHistoryLine): Movement {
  return {
    ...line,
    service: serviceName({ user_name, phone_number: line.phone_number }),
    rate: rate_kopecks === null ? null : { amount: rate_kopecks, unit: rate_unit, ...(full !== null && { full }) },
    has_receipt: line.kind === 'payment' && line.amount > 0,
  };
}
