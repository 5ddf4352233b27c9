import type { Result } from '@kabinet/contract/kernel/call/call';
import { instant, type Instant } from '@kabinet/contract/kernel/day';
import type { OperatorContract } from '@kabinet/contract/staff';
import type { ContractOfDay } from './day-contract.queries.ts';
import type { SoldOfDay } from './day-prices.queries.ts';
import type { ChargeOfDay, HeldRow } from './day-services.queries.ts';

type DayCard = Result<OperatorContract['card']['day']>;
type Service = DayCard['services'][number];
type Price = NonNullable<Service['price']>;

/** What is known of the fees of the day. */
export interface FeesOfDay {
  readonly charges: ReadonlyMap<string, ChargeOfDay>;
  readonly sold: readonly SoldOfDay[];
}

export const whoseOfDay = ({ user_id: id, phone_number: number }: HeldRow): string => number ?? String(id);

function priceOf(what: string, { charges, sold }: FeesOfDay): Price | null {
  const charge = charges.get(what);
  if (charge) return { amount: charge.rate, unit: charge.unit, instead_of: charge.full_rate, known_by: 'charge' };
  const one = sold.find((each) => each.what === what);
  if (!one || one.price === null) return null;
  const { price: amount, full_price: full, unit } = one;
  return { amount, unit, instead_of: full === amount ? null : full, known_by: 'catalogue' };
}

/** Options and programs whose fees begin so: `71:`. */
function extrasOf(start: string, fees: FeesOfDay): Service['extras'] {
  return fees.sold.flatMap(({ kind, what, name }) =>
    kind === 'plan' || !what.startsWith(start) ? [] : { kind, name, price: priceOf(what, fees) },
  );
}

type StateOfDay = Pick<Service, 'state' | 'reason' | 'blocked_because'>;

const OWN = { reason: null, blocked_because: null } as const;

/** The state of a service: what has been written down, the strongest first. */
function stateOf(held: HeldRow, end: Instant, isCharged: boolean): StateOfDay {
  if (held.closed_because !== null)
    return { state: 'blocked', reason: 'operator', blocked_because: held.closed_because };
  const isKnown = held.since === null || instant(new Date(held.since)) < end;
  // A closed service is no service: the queries leave out what was closed by then.
  if (isKnown && held.state !== 'closed') return { ...OWN, state: held.state, reason: held.reason };
  if (held.is_suspended) return { ...OWN, state: 'paused' };
  return { ...OWN, state: isCharged ? 'paid' : 'unknown' };
}

const QUOTED = /«(.+)»/;

/** «Интернет «Волга 100»»: a charge names the plan, if nothing else does. */
const chargedPlan = (charge: ChargeOfDay | undefined): string | null => QUOTED.exec(charge?.text ?? '')?.[1] ?? null;

export function serviceOfDay(held: HeldRow, end: Instant, fees: FeesOfDay): Service {
  const { kind, name, user_id, phone_number } = held;
  const whose = whoseOfDay(held);
  const charge = fees.charges.get(`${whose}:plan`);
  return {
    ...{ kind, name, user_id, phone_number },
    ...stateOf(held, end, charge !== undefined),
    plan: held.knows_plan ? held.plan : chargedPlan(charge),
    price: priceOf(`${whose}:plan`, fees),
    extras: extrasOf(`${whose}:`, fees),
  };
}

export const programsOfContract = (contractId: number, fees: FeesOfDay): DayCard['programs'] =>
  extrasOf(`${contractId}:`, fees);

const UNKEPT_EXTRAS =
  'Опции и программы, которые с тех пор отключили, видны только платные: остальных история того дня ещё не хранила.';

/** What history does not know, in sentences. */
export function notesOfDay(
  contract: ContractOfDay,
  services: readonly Service[],
  plans: readonly { readonly knows_plan: boolean }[],
): string[] {
  const names = (ones: readonly Service[]): string => ones.map(({ name }) => name).join(', ');
  const stateless = services.filter(({ state }) => state === 'unknown');
  const planless = services.filter(({ plan }, at) => plan === null && plans[at]?.knows_plan === false);
  const priceless = services.filter(({ plan, price }) => plan !== null && price === null);
  return [
    contract.knows_name ? '' : 'Имя с тех пор исправляли, прежнее не сохранилось.',
    contract.knows_place ? '' : 'Адрес с тех пор исправляли, прежний не сохранился.',
    contract.state === null ? 'Договор приостановлен, с какого дня — не записано.' : '',
    ...contract.unkept_joins.map((id) => `Часть услуг могла прийти позже из договора ${id}: которые, не записано.`),
    stateless.length === 0 ? '' : `Состояние того дня не сохранилось: ${names(stateless)}.`,
    planless.length === 0 ? '' : `Тариф того дня не сохранился: ${names(planless)}.`,
    priceless.length === 0 ? '' : `Цена того дня не сохранилась: ${names(priceless)}.`,
    contract.keeps_extras ? '' : UNKEPT_EXTRAS,
  ].filter(Boolean);
}
