import type { Day } from '@kabinet/contract/kernel/day';
import type { ImportRows } from '@kabinet/contract/staff';
import type { Arrival } from './arrival.ts';
import { take } from './portions/take.ts';
import { contractId, day, maybe, must, oneOf, phone, words } from './cells.ts';
import { days, paidDays, type ComparedColumns } from './differences.ts';
import { unless } from './changed/merge.ts';
import { noPlan, plansOf, type PlanOf } from './plans.ts';
import { changeNumbers } from './changed/service-changes.queries.ts';
import { changeFees } from './changed/changed-fees.ts';
import { debtors, firstUnpaidDay, paidTooFar, payersOf, wrongDays } from './services.ts';
import {
  beginDebts,
  insertNumbers,
  markPaid,
  importedNumbersOf,
  type KnownNumber,
  type NewNumber,
} from './services.queries.ts';

const NUMBER_STATES = { работает: 'active', долг: 'debt', отключён: 'operator', отключен: 'operator' } as const;

const NUMBER = {
  number: must(phone),
  contract: contractId,
  plan: must(words(100)),
  state: maybe(oneOf<NewNumber['state']>(NUMBER_STATES), 'active' as const),
  opened_on: must(day),
  paid_through: maybe(day),
};

export async function takeNumbers(arrival: Arrival, rows: ImportRows['numbers']): Promise<void> {
  const { tx, now, today } = arrival;
  let [known, planOf]: [ReadonlyMap<string, KnownNumber>, PlanOf] = [new Map(), () => undefined];
  await take(arrival, {
    table: 'numbers',
    rows,
    readers: NUMBER,
    keyOf: ({ number }) => number,
    look: async (read) => {
      const numbers = read.map(({ number }) => number);
      known = new Map((await importedNumbersOf(tx, numbers)).map((one) => [one.phone_number, one]));
      planOf = await plansOf(arrival);
      const payerOf = await payersOf(arrival, read);
      return ({ number, contract, plan, ...row }) => {
        const same = known.get(number);
        if (same)
          return same.contract_id === contract
            ? { known: compared(same, { plan, ...row }) }
            : { wrong: `номер уже есть у договора ${same.contract_id}` };
        const payer = payerOf(contract, 't');
        if ('wrong' in payer) return payer;
        const sold = planOf('telephone', plan);
        if (!sold) return noPlan('telephone', plan);
        const wrong = wrongDays(row, arrival.today);
        if (wrong) return wrong;
        return {
          fresh: {
            ...row,
            phone_number: number,
            contract_id: contract,
            account_id: payer.account_id,
            plan_id: sold.plan_id,
          },
        };
      };
    },
    insert: (fresh) => addNumbers(arrival, fresh),
    changes: {
      columns: {
        plan: ({ plan }) => unless(planOf('telephone', plan) ? undefined : noPlan('telephone', plan), 'on hold'),
        state: 'on hold',
        opened_on: (row) => unless(wrongDays({ ...row, paid_through: null }, today), 'on hold'),
        paid_through: (row) => unless(paidTooFar(row.paid_through, today), 'on hold'),
      },
      write: async (changed) => {
        const rows = changed.flatMap(({ row, columns }) => {
          const ours = known.get(row.number);
          const plan_id = planOf('telephone', row.plan)?.plan_id ?? ours?.plan_id;
          return ours && plan_id !== undefined
            ? [{ row: { ...row, phone_number: row.number, account_id: ours.account_id, plan_id }, columns }]
            : [];
        });
        await changeNumbers(tx, rows, now);
        const fees = rows.map(({ row, columns }) => ({
          ...row,
          what: `${row.number}:plan`,
          sold_id: row.plan_id,
          columns,
        }));
        await changeFees(arrival, fees);
      },
    },
  });
}

const STATE_NAMES = { active: 'работает', debt: 'долг', operator: 'отключён', closed: 'закрыт' } as const;

const compared = (
  ours: KnownNumber,
  given: Pick<NewNumber, 'state' | 'opened_on'> & { readonly plan: string; readonly paid_through: Day | null },
): ComparedColumns<'numbers'> => ({
  plan: [ours.plan, given.plan],
  state: [STATE_NAMES[ours.situation], STATE_NAMES[given.state]],
  opened_on: days(ours.opened_on, given.opened_on),
  paid_through: paidDays(ours, given.paid_through),
});

async function addNumbers(
  { tx, now, today }: Arrival,
  fresh: readonly (NewNumber & { readonly paid_through: Day | null })[],
): Promise<void> {
  await insertNumbers(tx, fresh, now);
  const paid = fresh.flatMap(({ phone_number, account_id, plan_id, paid_through }) =>
    firstUnpaidDay(paid_through).map((until) => ({
      account_id,
      what: `${phone_number}:plan`,
      sold_id: plan_id,
      until,
    })),
  );
  await markPaid(tx, paid, today);
  await beginDebts(tx, debtors(fresh), now);
}
