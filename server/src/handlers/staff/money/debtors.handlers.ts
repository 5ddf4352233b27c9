import { z } from 'zod';
import type { Input } from '@kabinet/contract/kernel/call/call';
import { kopecks } from '@kabinet/contract/kernel/money';
import { debtorLimits, operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import type { Database, Tx } from '#server/db/database.ts';
import { allDebtors, remindDebtors } from '#server/domain/billing/debtors/debtors.ts';
import {
  debtorDetails,
  hasDebtorTown,
  noteExported,
  type DebtorDetails,
} from '#server/domain/billing/debtors/debtors.queries.ts';
import {
  bandTotals,
  debtorsAfter,
  debtorPlace,
  type Debtor,
  type DebtorOrder,
} from '#server/domain/billing/debtors/debtors.rules.ts';
import { lastDayOf } from '#server/domain/billing/promised-payment/promised-payment.rules.ts';
import { hearMessages, type SentMessage } from '#server/domain/messaging/hear.ts';
import type { At } from '#server/domain/shared/at.ts';
import { cursorOf, lastId, pageFrom } from '#server/domain/shared/page.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { onTodaysBooks } from '#server/kernel/call/rehearsal.ts';
import { withoutTransaction, type Operator } from '#server/kernel/world.ts';
import { addressText } from '../../shared/address-text.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { aloneOwner, dayAgo, refuseAlone } from '../refusals.ts';

type Debtors = OperatorContract['debtors'];
type Filters = Input<Debtors['export']>['query'];

const MOST_EXAMPLES = 3;

const MORE_ON_SERVER = `Больше ${debtorLimits.exported} должников в\u00a0сутки выгружают вдвоём: командой debtors export на сервере`;

/** A cursor of another order of the list would skip debtors in silence, so the order is a part of it. */
const readCursor = cursorOf(
  z.enum(['sum', 'age']),
  z
    .string()
    .regex(/^-?\d{1,16}$/)
    .transform(Number),
  lastId,
);

const cursorAt = (debtor: Debtor, order: DebtorOrder): string => {
  const { key, contractId } = debtorPlace(debtor, order);
  return `${order}.${key}.${contractId}`;
};

/** Who owes, without the filter by age: the totals of the heading are of all ages. */
async function debtorsAsked(db: Tx, { town, from }: Filters, at: At): Promise<Debtor[]> {
  if (town !== undefined && !(await hasDebtorTown(db, town))) throw new Problem('town_unknown');
  const debtors = await allDebtors(db, town, at);
  return from === undefined ? debtors : debtors.filter(({ sum }) => sum >= from);
}

async function pageOfDebtors(db: Tx, debtors: readonly Debtor[], { sort, cursor }: Filters, limit: number) {
  const [order, key, contractId] = readCursor(cursor) ?? [sort];
  const after = key === undefined || contractId === undefined ? undefined : { key, contractId };
  const rows = debtorsAfter(debtors, { order, after, most: limit + 1 });
  const { items, next } = pageFrom(rows, limit, (last) => cursorAt(last, order));
  const details = new Map(
    (
      await debtorDetails(
        db,
        items.map((one) => one.contractId),
      )
    ).map((one) => [one.contract_id, one]),
  );
  return { items: items.flatMap((debtor) => debtorTold(debtor, details.get(debtor.contractId))), next };
}

function debtorTold(debtor: Debtor, details: DebtorDetails | undefined) {
  if (!details) return [];
  const { town, street, house, flat, promised_ends_on: ends, paid_on: day, paid, ...row } = details;
  const { sum, since, days, band, offSince: off_since, accounts } = debtor;
  return [
    {
      ...row,
      address: addressText({ town, street, house, flat }),
      sum,
      since,
      days,
      band,
      off_since,
      accounts: [...accounts],
      promised_until: ends === null ? null : lastDayOf(ends),
      last_payment: day === null || paid === null ? null : { day, amount: paid },
    },
  ];
}

const sumOf = (debtors: readonly Debtor[]) => kopecks(debtors.reduce((all, { sum }) => all + sum, 0));

const inBand = (debtors: readonly Debtor[], { band }: Filters): readonly Debtor[] =>
  band === undefined ? debtors : debtors.filter((debtor) => debtor.band === band);

const tooMany = (): Problem => new Problem('second_person_needed', { message: MORE_ON_SERVER });

interface Exporting {
  readonly db: Database;
  readonly operator: Operator;
  readonly now: Date;
}

/** Several narrow exports of one person within a day are one. */
async function refuseManyAlone(
  { db, operator, now }: Exporting,
  items: readonly { readonly contract_id: number }[],
): Promise<void> {
  const owner = aloneOwner(operator);
  if (owner === undefined || operator.entry?.secondPerson?.is_needed === false) return;
  const contracts = items.map(({ contract_id: id }) => id);
  await db.write(async (tx) => {
    if ((await noteExported(tx, contracts, { owner, since: dayAgo(now), now })) > debtorLimits.exported)
      throw tooMany();
  });
}

export const debtorHandlers: PlainHandlers<Debtors, 'export'> = {
  list: async ({ query }, scope) => {
    const all = await debtorsAsked(scope.db, query, atOf(scope));
    const shown = inBand(all, query);
    return {
      ...(await pageOfDebtors(scope.db, shown, query, query.limit)),
      bands: bandTotals(all),
      total: { count: shown.length, sum: sumOf(shown) },
    };
  },
  // Whom somebody exports is noted, so this is no read alone.
  export: withoutTransaction(async ({ query }, scope) => {
    // A reply is not kept for somebody to agree to: more people at once leave only by the command line of the server.
    if (query.cursor !== undefined && scope.operator.entry) throw tooMany();
    const page = await onTodaysBooks(scope.db, async (tx) => {
      const all = await debtorsAsked(tx, query, atOf(scope));
      return pageOfDebtors(tx, inBand(all, query), query, debtorLimits.exported);
    });
    await refuseManyAlone(scope, page.items);
    return page;
  }),
  remind: async ({ body }, scope) => {
    const sent: SentMessage[] = [];
    hearMessages(scope.db, (message) => void sent.push(message));
    const { reminded, skipped } = await remindDebtors(scope.db, body.contracts, {
      by: scope.operator.name,
      at: atOf(scope),
    });
    if (body.dry_run !== 'yes') refuseAlone(scope.operator, operatorContract.debtors.remind, reminded.length);
    const inPortal = sent.filter(({ way }) => way === 'portal');
    return {
      reminded: reminded.length,
      sum: sumOf(reminded),
      skipped: [...skipped],
      ways: [...Map.groupBy(sent, ({ way }) => way)].map(([way, same]) => ({ way, count: same.length })),
      examples: inPortal
        .slice(0, MOST_EXAMPLES)
        .map(({ contractId, title, text }) => ({ contract_id: contractId, title, text })),
    };
  },
};
