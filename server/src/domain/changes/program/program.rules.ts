import type { AskedWords } from '#server/domain/billing/outside/asked.rules.ts';
import { CHANGED_ELSEWHERE } from '#server/domain/billing/outside/outside.texts.ts';
import type { Day, Instant } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { chargeFrom } from '#server/domain/billing/fee/proration.rules.ts';
import type { ComingPrice } from '#server/domain/services/price/coming.rules.ts';
import type { Situation } from '#server/domain/services/service/situation.rules.ts';
import { dayText, rubles } from '#server/domain/shared/text.rules.ts';
import { isClosedByUs } from '../block/block.rules.ts';
import { whyNotChangeable, undoEnd, type BlockReason } from '../plan/plan.rules.ts';

type Status = 'on' | 'on_pending' | 'off_pending';

/** A program that another needs or excludes; `status` is its state for the holder. */
interface Other {
  readonly relation: 'needs' | 'excludes';
  readonly name: string;
  readonly status: Status | null;
  readonly changes_on: Day | null;
}

/** A program of the catalogue with its state for the holder. */
export interface ProgramRow {
  /** The day on which a price of the client's own begins or ends next; absent: it has none. */
  readonly price_until?: Day | null;
  readonly program_id: number;
  readonly name: string;
  readonly section: string;
  readonly summary: string;
  readonly badge: string | null;
  readonly description: string;
  readonly terms: string;
  readonly price: Kopecks;
  /** The next price. */
  readonly coming: ComingPrice | null;
  /** The plan of the service that a starter program creates. */
  readonly plan_id: number | null;
  readonly plan_name: string | null;
  readonly plan_price: Kopecks;
  readonly plan_unit: 'month' | 'day';
  /** The goal of the visit that connects it. */
  readonly visit_goal_id: number | null;
  readonly is_archived: boolean;
  readonly sold_from: Day | null;
  /** Its state for the holder. */
  readonly status: Status | null;
  readonly changes_on: Day | null;
  readonly switched_at: Instant | null;
  /** The service that it has created. */
  readonly user_id: number | null;
  /** The situation of that service; null: there is none. */
  readonly service_situation: Situation | null;
  readonly others: readonly Other[];
}

/** The state of the holder. */
interface Standing {
  readonly situation: Situation;
  readonly returns_on: Day | null;
  readonly in_debt: boolean;
  readonly is_external: boolean;
  /** Null: the contract itself. */
  readonly user_id: number | null;
}

/** A starter program creates a service when switched on. */
export const isStarter = ({ plan_id }: Pick<ProgramRow, 'plan_id'>): boolean => plan_id !== null;

const isOn = ({ status }: Pick<ProgramRow, 'status'>): boolean => status === 'on' || status === 'off_pending';

/** Why a program cannot be switched on now, and from which day it can; null if it can. */
export function whyNotOn(standing: Standing, program: ProgramRow, today: Day): BlockReason | null {
  // A program that was to end continues, if the programs that it needs do.
  if (program.status === 'off_pending') return whyNotOff(standing, program) ?? whyNotWithNeeds(program);
  if (isOnlyElsewhere(standing, program)) return ELSEWHERE;
  return ofSituation(standing, today) ?? ofProgram(program, today) ?? ofStarter(standing, program);
}

/** Why it cannot be switched off: nothing changes on a closed service, and what we have closed is not begun anew by a starter. */
export const whyNotOff = (standing: Standing, program: Ended): BlockReason | null => {
  if (isOnlyElsewhere(standing, program)) return ELSEWHERE;
  if (standing.situation === 'closed') return CLOSED;
  const { service_situation: own } = program;
  return own !== null && isClosedByUs(own) ? CLOSED_BY_US : null;
};

type Elsewhere = Pick<ProgramRow, 'plan_id'>;
type Ended = Pick<ProgramRow, 'plan_id' | 'service_situation'>;

/** The other billing knows services by their logins: it is not asked for what makes one, or belongs to the whole contract. */
const isOnlyElsewhere = ({ is_external: isExternal, user_id: userId }: Standing, program: Elsewhere): boolean =>
  isExternal && (userId === null || isStarter(program));

const ELSEWHERE: BlockReason = { text: CHANGED_ELSEWHERE, possibleFrom: null };

const CLOSED: BlockReason = { text: 'Услуга закрыта', possibleFrom: null };
const CLOSED_BY_US: BlockReason = { text: 'Услугу закрыл провайдер. Позвоните в поддержку', possibleFrom: null };

/** The same refusal as for a change of plan, with the day of return of a paused service. */
function ofSituation({ situation, returns_on }: Standing, today: Day): BlockReason | null {
  const blockReason = whyNotChangeable({ situation, today, changedOn: null, daysBetween: 0 });
  return blockReason && { ...blockReason, possibleFrom: blockReason.possibleFrom ?? returns_on };
}

function ofProgram({ is_archived, sold_from, others }: ProgramRow, today: Day): BlockReason | null {
  if (is_archived) return { text: 'Эту услугу больше не подключаем', possibleFrom: null };
  if (sold_from !== null && sold_from > today)
    return { text: `Включить можно с ${dayText(sold_from, today)}`, possibleFrom: sold_from };
  const excluded = others.filter(({ relation }) => relation === 'excludes');
  return whyNotWithNeeds({ others }) ?? first(excluded.map((other) => ofExcluded(other, today)));
}

const first = (reasons: readonly (BlockReason | null)[]): BlockReason | null =>
  reasons.find((blockReason) => blockReason !== null) ?? null;

const whyNotWithNeeds = ({ others }: Pick<ProgramRow, 'others'>): BlockReason | null =>
  first(others.filter(({ relation }) => relation === 'needs').map(ofNeeded));

function ofNeeded({ name, status, changes_on }: Other): BlockReason | null {
  if (status === 'on') return null;
  if (status === 'on_pending') return { text: `Сначала должна включиться «${name}»`, possibleFrom: changes_on };
  if (status === 'off_pending')
    return { text: `Сначала оставьте «${name}»: без этой услуги не работает`, possibleFrom: null };
  return { text: `Сначала включите «${name}»: без этой услуги не работает`, possibleFrom: null };
}

function ofExcluded({ name, status, changes_on }: Other, today: Day): BlockReason | null {
  if (status === null) return null;
  if (status === 'off_pending' && changes_on !== null)
    return { text: `Можно с ${dayText(changes_on, today)}, когда отключится «${name}»`, possibleFrom: changes_on };
  return { text: `Не сочетается с «${name}». Сначала отключите её`, possibleFrom: null };
}

function ofStarter({ in_debt }: Standing, program: ProgramRow): BlockReason | null {
  if (!in_debt || !isStarter(program)) return null;
  return { text: 'Сначала оплатите долг по счёту «Интернет»', possibleFrom: null };
}

/** Whether it can be switched, in the terms of the wire. */
export function controlOf(standing: Standing, program: ProgramRow, today: Day, asked = NOTHING_ASKED) {
  const { status } = program;
  const blockReason = asked.isWaiting ? { text: asked.text, possibleFrom: null } : whyNot(standing, program, today);
  const said = saidOf(program, today);
  if (blockReason) {
    const text = [said, blockReason.text].filter((one) => one !== '').join('. ');
    return { status: 'locked' as const, text, is_on: isOn(program), possible_from: blockReason.possibleFrom };
  }
  return { status: status ?? ('off' as const), text: said || asked.text, possible_from: null };
}

const NOTHING_ASKED: AskedWords = { isWaiting: false, text: '' };

const whyNot = (standing: Standing, program: ProgramRow, today: Day): BlockReason | null =>
  program.status === null || program.status === 'off_pending'
    ? whyNotOn(standing, program, today)
    : whyNotOff(standing, program);

function saidOf({ status, changes_on, is_archived }: ProgramRow, today: Day): string {
  if (changes_on !== null)
    return `${status === 'on_pending' ? 'Включится' : 'Отключится'} ${dayText(changes_on, today)}`;
  return status === 'on' && is_archived ? 'В архиве: если отключите, вернуть не получится' : '';
}

/** Its price for a month or, for a starter, in the unit of its plan. */
export const programPriceOf = ({ price, plan_price }: ProgramRow): Kopecks => kopecks(price + plan_price);

const units = { month: 'в\u00a0месяц', day: 'в\u00a0день' } as const;

export function programPriceText(program: ProgramRow): string {
  const price = programPriceOf(program);
  return price === 0 ? 'Бесплатно' : `${rubles(price)} ${units[program.plan_unit]}`;
}

interface Funds {
  readonly balance: Kopecks;
  readonly credit_limit: Kopecks;
  readonly in_debt: boolean;
  /** The payment that ends the debt. */
  readonly debt: Kopecks;
  /** Other charges of the next change: a service connected today, a visit. */
  readonly due: Kopecks;
  /** What the same change gives back first, of services that do not run any more. */
  readonly returned: Kopecks;
  readonly billing_day: number;
}

/** The sum charged at once when it is switched on today; a service still to be connected costs nothing until then. */
function costNow(
  { price, price_until: until = null, plan_price, plan_unit, visit_goal_id }: ProgramRow,
  { billing_day }: Funds,
  today: Day,
): Kopecks {
  const byDays = (amount: Kopecks) => chargeFrom(amount, today, billing_day, null);
  // A charge ends where the price does.
  const own = chargeFrom(price, today, billing_day, until);
  if (visit_goal_id !== null) return own;
  return kopecks(own + (plan_unit === 'day' ? plan_price : byDays(plan_price)));
}

/** The sum that the account lacks to switch it on today. */
export function missingFor(program: ProgramRow, funds: Funds, today: Day): Kopecks {
  if (isOn(program)) return kopecks(0);
  const cost = costNow(program, funds, today);
  if (funds.in_debt) return kopecks(Math.max(0, funds.debt + cost - funds.returned));
  const bill = cost + funds.due;
  return kopecks(bill === 0 ? 0 : Math.max(0, bill - funds.balance - funds.credit_limit - funds.returned));
}

/** Until when it can be taken back completely; null if it cannot. */
export function undoUntil({ switched_at, status }: ProgramRow, { now, zone }: Moment): Date | null {
  if (switched_at === null || status !== 'on') return null;
  const end = undoEnd(switched_at, zone);
  return now < end ? end : null;
}

interface Moment {
  readonly now: Date;
  readonly zone: string;
}
