import { nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import { Problem } from '#kernel/problem.ts';
import { changeService, upToDateService } from '../service-change/settle-change.ts';
import type { Setting, Told } from './change-plan.ts';
import { optionsOf, switchOptionOff, switchOptionOn, type OptionRow } from './plan.queries.ts';
import { barOfOption } from './plan.rules.ts';

interface Wanted {
  readonly userId: number;
  readonly optionId: number;
  readonly status: 'on' | 'off';
  readonly version?: string | undefined;
  readonly isRehearsal?: boolean;
}

/** Switches an option on at once, charged for the days that are left, or off: a paid one with the period it is paid for. */
export async function changeOption(
  tx: Tx,
  wanted: Wanted,
  setting: Setting,
): Promise<Told & { readonly option: OptionRow }> {
  const { userId, optionId, status } = wanted;
  const service = await upToDateService(tx, userId, wanted.version, setting);
  const options = await optionsOf(tx, userId, service.plan_id ?? 0);
  const option = options.find(({ option_id }) => option_id === optionId);
  if (!option) throw new Problem('not_found');
  const bar = barOfOption(service.situation, option.status !== null);
  if (bar) throw new Problem('change_not_allowed', { message: bar.text });
  const from =
    status === 'on' ? setting.today : endOf(option, nextBillingDay(setting.today, service.billing_day), setting.today);
  const make = async () => {
    if (status === 'on') await switchOptionOn(tx, userId, optionId, setting.today);
    else await switchOptionOff(tx, userId, optionId, from === setting.today ? null : from);
    return status === 'on' ? { switches_on: [option.name] } : { switches_off: [option.name] };
  };
  return { ...(await changeService(tx, service, { ...wanted, make }, setting)), from, option };
}

/** What is free, or has not begun, ends at once; what is paid for ends with what is paid. */
const endOf = ({ price, status }: OptionRow, periodEnd: Day, today: Day): Day =>
  price === 0 || status === 'on_pending' ? today : periodEnd;
