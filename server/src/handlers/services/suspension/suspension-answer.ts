import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import { versionOf } from '#server/domain/changes/service-change/version.ts';
import { freeDaysOf, possibleFor, type SuspensionChangeTerms } from '#server/domain/changes/suspension/suspend.ts';
import { isApplied } from '#server/domain/services/provisioning/service-state.queries.ts';
import type { SuspensionRow } from '#server/domain/services/suspension/suspension.queries.ts';
import {
  countedDays,
  isPossible,
  whyNotReturn,
  tooSoon,
  yearOf,
  type PossibleStart,
  type SuspensionRefusal,
  type SuspensionSettings,
} from '#server/domain/services/suspension/suspension.rules.ts';

type SuspensionReply = Result<typeof contract.suspension.get>;

/** The terms, what is possible now, and the planned or active suspension. */
export async function answerFor(tx: Tx, service: ServiceRow, setting: SuspensionChangeTerms): Promise<SuspensionReply> {
  const { settings, today } = setting;
  const { possible, current } = await possibleFor(tx, service, setting);
  const freeLeft = settings && (await freeDaysOf(tx, service.user_id, settings));
  return {
    terms: settings ?? null,
    version: versionOf(service, today),
    ...possibility(possible, settings, today),
    free_left: freeLeft?.(yearOf(today)) ?? 0,
    current: current ? await currentOf(tx, current, service, today) : null,
  };
}

function possibility(
  possible: PossibleStart | SuspensionRefusal,
  settings: SuspensionSettings | undefined,
  today: Day,
) {
  if (!isPossible(possible)) {
    return { available: false, reason: possible.reason, available_from: possible.from, latest_from: null };
  }
  const { earliest, latest } = possible;
  const reason = settings && earliest > today ? tooSoon(earliest, settings, today) : null;
  return { available: true, reason, available_from: earliest, latest_from: latest };
}

async function currentOf(
  tx: Tx,
  suspension: SuspensionRow & { readonly state: 'planned' | 'active' },
  { user_id, in_debt }: ServiceRow,
  today: Day,
): Promise<NonNullable<SuspensionReply['current']>> {
  const { state, from, until, paid, day_price, start_price, early_return } = suspension;
  return {
    state,
    from,
    until,
    paid: [...paid],
    day_price,
    start_price,
    early_return,
    ...countedDays(suspension),
    is_applied: await isApplied(tx, user_id),
    return_reason: state === 'active' ? whyNotReturn(suspension, { inDebt: in_debt, today }) : null,
  };
}
