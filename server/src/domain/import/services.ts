import { addDays, addMonths, type Day } from '@kabinet/contract/kernel/day';
import type { ImportRows } from '@kabinet/contract/staff';
import type { Situation } from '#server/domain/services/service/situation.rules.ts';
import type { Arrival, JudgedKnown } from './arrival.ts';
import { take } from './portions/take.ts';
import { keepSecrets, otherPasswords } from './service-secrets.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import { contractId, day, flag, mac, maybe, must, oneOf, price, words } from './cells.ts';
import { endServicesBeside, wrongEnd } from './beside/service-end.ts';
import { notYet } from './contracts.ts';
import { days, paidDays, sums, type ComparedColumns } from './differences.ts';
import { unless } from './changed/merge.ts';
import { wrongServicePassword } from './password-cell.ts';
import { NAMED, type Refused } from './refused.ts';
import { wrongNew, wrongPromo } from './service-row.ts';
import { noPlan, plansOf, type PlanOf } from './plans.ts';
import { changeServices } from './changed/service-changes.queries.ts';
import { changeFees } from './changed/changed-fees.ts';
import {
  accountIds,
  beginDebts,
  insertAccess,
  insertMailboxes,
  insertServices,
  mailDomains,
  markPaid,
  importedServicesOf,
  type KnownService,
  type NewService,
  type PaidFee,
  type ImportedServiceRow,
  type ServiceState,
  type ServiceType,
} from './services.queries.ts';

const TYPES = ['isg', 'ethernet', 'homenet', 'dialup', 'tv', 'sip', 'mail'] as const;
const type = must(oneOf(Object.fromEntries(TYPES.map((one) => [one, one])) as Readonly<Record<string, ServiceType>>));
const kindOf = (one: ServiceType): ServiceKind => (one === 'tv' || one === 'sip' || one === 'mail' ? one : 'internet');

const STATES = { работает: 'active', долг: 'debt', отключена: 'operator', подключается: 'connecting' } as const;

type Extra = NewService & {
  readonly paid_through: Day | null;
  readonly mac: string | null;
  readonly password: string | null;
  readonly quota_bytes: number | null;
};

/** Ids of the accounts that pay, and why a contract has none. */
export async function payersOf({ tx }: Arrival, rows: readonly { contract: number }[]) {
  const accounts = await accountIds(tx, [...new Set(rows.map(({ contract }) => contract))]);
  const payers = new Map(accounts.map((one) => [`${one.contract_id} ${one.kind}`, one]));
  return (contract: number, kind: 'i' | 't'): { readonly account_id: number } | Refused => {
    const payer = payers.get(`${contract} ${kind}`);
    if (!payer) return noAccount(contract, kind === 'i' ? 'интернет' : 'телефон');
    return payer.is_closed ? closedContract(contract) : payer;
  };
}

const noAccount = (contract: number, kind: 'интернет' | 'телефон'): Refused => ({
  wrong: `у договора ${contract} нет счёта вида «${kind}»: добавьте его в accounts.csv`,
  lacks: [NAMED.contract(contract), NAMED.accountOf(contract, kind)],
});
const closedContract = (contract: number): Refused => ({
  wrong: `договор ${contract} расторгнут, услуг у него нет: уберите строку`,
  lacks: [NAMED.open(contract)],
});

const SERVICE = {
  login: must(words(100)),
  contract: contractId,
  type,
  name: must(words(100)),
  plan: must(words(100)),
  address: maybe(words(300), ''),
  state: maybe(oneOf<ServiceState>(STATES), 'active' as const),
  opened_on: must(day),
  closed_on: maybe(day),
  paid_through: maybe(day),
  promo: maybe(price),
  promo_until: maybe(day),
  mac: maybe(mac),
  password: maybe(words(128)),
  is_plain: flag,
};

export async function takeServices(arrival: Arrival, rows: ImportRows['services']): Promise<void> {
  const { tx, now, today } = arrival;
  let [known, planOf]: [ReadonlyMap<string, KnownService>, PlanOf] = [new Map(), () => undefined];
  await take(arrival, {
    table: 'services',
    rows,
    readers: SERVICE,
    keyOf: ({ login }) => login,
    look: async (read) => {
      const logins = read.map(({ login }) => login);
      known = new Map((await importedServicesOf(tx, logins)).map((one) => [one.login, one]));
      const others = await otherPasswords(arrival, read, known);
      planOf = await plansOf(arrival);
      const payerOf = await payersOf(arrival, read);
      const domains = new Set((await mailDomains(tx)).map(({ domain }) => domain));
      return ({ contract, plan, ...row }) => {
        const unusable = wrongServicePassword(row);
        if (unusable) return unusable;
        const same = known.get(row.login);
        if (same) return judgeKnown(same, { contract, plan, ...row }, others);
        const payer = payerOf(contract, 'i');
        if ('wrong' in payer) return payer;
        const kind = kindOf(row.type);
        const sold = planOf(kind, plan);
        if (!sold) return noPlan(kind, plan);
        const wrong = wrongDays(row, arrival.today) ?? wrongNew(row, domains);
        if (wrong) return wrong;
        const { plan_id, quota_bytes } = sold;
        return { fresh: { ...row, contract_id: contract, account_id: payer.account_id, plan_id, quota_bytes } };
      };
    },
    insert: (fresh) => addServices(arrival, fresh),
    onlyOfNew: ['plan', 'state', 'password'],
    changes: {
      columns: {
        type: { never: 'услуга другого вида — другая услуга' },
        name: 'always',
        plan: (row) =>
          unless(planOf(kindOf(row.type), row.plan) ? undefined : noPlan(kindOf(row.type), row.plan), 'on hold'),
        address: 'always',
        state: 'on hold',
        opened_on: (row) => unless(wrongDays({ ...row, paid_through: null }, today), 'on hold'),
        closed_on: (row) =>
          arrival.beside ? unless(wrongEnd(row, today), 'always') : { never: 'услугу закрывают здесь' },
        paid_through: (row) => unless(paidTooFar(row.paid_through, today), 'on hold'),
        promo: (row) => unless(wrongPromo(row), 'on hold'),
        promo_until: (row) => unless(wrongPromo(row), 'on hold'),
        mac: 'on hold',
        password: { never: 'его меняют абонент и сотрудник' },
      },
      together: ['promo', 'promo_until'],
      write: async (changed) => {
        const rows = changed.flatMap(({ row: { password: _, ...row }, columns }) => {
          const ours = known.get(row.login);
          // The paid days of a plan that stays are those of ours.
          const plan_id = (columns.includes('plan') ? planOf(kindOf(row.type), row.plan) : ours)?.plan_id;
          return ours && plan_id !== undefined && plan_id !== null
            ? [{ row: { ...row, user_id: ours.user_id, account_id: ours.account_id, plan_id }, columns }]
            : [];
        });
        await changeServices(tx, rows, now);
        await endServicesBeside(arrival, rows);
        const fees = rows.map(({ row, columns }) => ({
          ...row,
          what: `${row.user_id}:plan`,
          sold_id: row.plan_id,
          columns,
        }));
        await changeFees(arrival, fees);
      },
    },
  });
}

const STATE_NAMES: Readonly<Partial<Record<Situation, string>>> = {
  ...Object.fromEntries(Object.entries(STATES).map(([said, state]) => [state, said])),
  paused: 'приостановлена',
  closed: 'закрыта',
};

/** The import knows no locks and repairs: a service with them works, and is charged. */
const stateName = (situation: Situation): string => STATE_NAMES[situation] ?? 'работает';

const compared = (
  ours: KnownService,
  given: Omit<NewService, 'contract_id' | 'account_id' | 'plan_id'> &
    Pick<Extra, 'paid_through' | 'mac'> & { readonly plan: string; readonly closed_on: Day | null },
): ComparedColumns<'services'> => ({
  type: [ours.type, given.type],
  name: [ours.name, given.name],
  plan: [ours.plan, given.plan],
  address: [ours.address, given.address],
  state: [stateName(ours.situation), stateName(given.state)],
  opened_on: days(ours.opened_on, given.opened_on),
  closed_on: days(ours.closed_on, given.closed_on),
  paid_through: paidDays(ours, given.paid_through),
  promo: sums(ours.promo, given.promo),
  promo_until: days(ours.promo_until, given.promo_until),
  mac: kindOf(ours.type) === 'internet' ? [ours.mac, macInOneForm(given.mac)] : false,
});

/** As the database writes it. */
const macInOneForm = (text: string | null): string | null =>
  text?.replaceAll(/[^\da-f]/g, '').replaceAll(/..(?!$)/g, '$&:') ?? null;

function judgeKnown(
  ours: KnownService,
  given: Parameters<typeof compared>[1] & { readonly contract: number },
  others: ReadonlySet<string>,
): JudgedKnown<'services'> {
  if (ours.contract_id !== given.contract) return { wrong: `логин уже есть у договора ${ours.contract_id}` };
  return { known: { ...compared(ours, given), password: others.has(ours.login) } };
}

type Fault = { wrong: string } | undefined;
/** Why the days of a service or a number are wrong: only what is being connected may begin after today. */
export const wrongDays = (
  { opened_on, paid_through, state }: Pick<Extra, 'opened_on' | 'paid_through' | 'state'>,
  today: Day,
): Fault => (opened_on > today && state !== 'connecting' ? notYet('с', opened_on) : paidTooFar(paid_through, today));

/** Why the last paid day is wrong, if it is: more than a year ahead is mostly a mistyped year. */
export const paidTooFar = (through: Day | null, today: Day): Fault =>
  through !== null && through > addMonths(today, 12) ? { wrong: 'оплачено по: дальше года вперёд' } : undefined;

async function addServices(arrival: Arrival, fresh: readonly Extra[]): Promise<void> {
  const { tx, now, today } = arrival;
  const rows = new Map(fresh.map((one) => [one.login, one]));
  const made = (await insertServices(tx, fresh, now)).flatMap((row) => {
    const given = rows.get(row.login);
    return given ? [{ ...row, given }] : [];
  });
  const lines = made.map(({ user_id, given }) => ({ user_id, mac: given.mac }));
  await insertAccess(tx, lines);
  const boxes = made.flatMap(({ user_id, login, given: { type: one, quota_bytes } }) =>
    one === 'mail' && quota_bytes !== null ? [{ user_id, address: login, quota_bytes }] : [],
  );
  await insertMailboxes(tx, boxes);
  await markPaid(tx, made.flatMap(planPaid), today);
  await beginDebts(tx, debtors(fresh), now);
  if (arrival.keepsSecrets) await keepSecrets(arrival, made);
}

/** Accounts of the services that are off for debt. */
export const debtors = (services: readonly { readonly state: ServiceState; readonly account_id: number }[]): number[] =>
  services.filter(({ state }) => state === 'debt').map(({ account_id }) => account_id);

const planPaid = ({ user_id, account_id, given }: ImportedServiceRow & { readonly given: Extra }): PaidFee[] =>
  firstUnpaidDay(given.paid_through).map((until) => ({
    account_id,
    what: `${user_id}:plan`,
    sold_id: given.plan_id,
    until,
  }));

/** The first day that is to be charged, in a list; an empty list if no day was paid before. */
export const firstUnpaidDay = (through: Day | null): Day[] => (through === null ? [] : [addDays(through, 1)]);
