import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import type { AskedWords } from '#server/domain/billing/outside/asked.rules.ts';
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
  const { possible, current, asked } = await possibleFor(tx, service, setting);
  return {
    terms: settings ?? null,
    version: versionOf(service, today),
    ...possibility(possible, settings, today, asked.text),
    ...(service.is_external && { charged_elsewhere: true as const }),
    free_left: settings ? (await freeDaysOf(tx, service.user_id, settings))(yearOf(today)) : 0,
    current: current ? await currentOf(tx, current, service, { today, asked }) : null,
  };
}

function possibility(
  possible: PossibleStart | SuspensionRefusal,
  settings: SuspensionSettings | undefined,
  today: Day,
  said: string,
) {
  if (!isPossible(possible)) {
    return { available: false, reason: possible.reason, available_from: possible.from, latest_from: null };
  }
  const { earliest, latest } = possible;
  const reason = settings && earliest > today ? tooSoon(earliest, settings, today) : said || null;
  return { available: true, reason, available_from: earliest, latest_from: latest };
}

async function currentOf(
  tx: Tx,
  suspension: SuspensionRow & { readonly state: 'planned' | 'active' },
  { user_id, in_debt, is_external: isExternal }: ServiceRow,
  { today, asked }: { readonly today: Day; readonly asked: AskedWords },
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
    return_reason: whyNotEnded(suspension, in_debt && !isExternal, { today, asked }),
  };
}

/** Of a debt there another billing knows itself. */
function whyNotEnded(
  { state, ...agreed }: Pick<SuspensionRow, 'state' | 'early_return' | 'until'>,
  inDebt: boolean,
  { today, asked }: { readonly today: Day; readonly asked: AskedWords },
): string | null {
  if (asked.isWaiting) return asked.text;
  return state === 'active' ? whyNotReturn(agreed, { inDebt, today }) : null;
}
