import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import { addDays } from '@kabinet/contract/kernel/day';
import { feeText } from '#server/domain/billing/forecast/price.rules.ts';
import { endIndividualEarly } from '#server/domain/changes/individual-price/end.ts';
import { fullOf, type PaidThing } from '#server/domain/changes/individual-price/fit.rules.ts';
import { giveIndividualPrice } from '#server/domain/changes/individual-price/give.ts';
import {
  individualPrice,
  individualPricesOf,
  type IndividualPriceRow,
} from '#server/domain/changes/individual-price/individual-price.queries.ts';
import { paidThings } from '#server/domain/changes/individual-price/things.ts';
import { contractVersion } from '#server/domain/changes/staff-change/staff-change.queries.ts';
import { changeByStaff } from '#server/domain/changes/staff-change/staff-change.ts';
import { clientRow } from '#server/domain/changes/client/client.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { staffDoer, supportedAt } from '../doer.ts';
import { refuseAlone, wrongField } from '../refusals.ts';

type IndividualPrices = OperatorContract['individualPrices'];

const shownPrice = ({ individual_price_id, percent, price, from, until, ...given }: IndividualPriceRow) => ({
  ...{ individual_price_id, percent, own_price: price, from },
  last_day: until && addDays(until, -1),
  ...{ reason: given.reason, given_by: given.given_by, given_at: given.given_at },
});

const shownThing = (thing: PaidThing, own: readonly IndividualPriceRow[]) => ({
  user_id: thing.userId,
  phone_number: thing.phoneNumber ?? null,
  option_id: thing.soldKind === 'option' ? thing.soldId : null,
  program_id: thing.soldKind === 'program' ? thing.soldId : null,
  name: feeText(thing),
  unit: thing.unit === 'day' ? ('day' as const) : ('month' as const),
  full: fullOf(thing),
  price: thing.amount,
  individual: own.filter(({ what }) => what === thing.what).map(shownPrice),
});

const list: Handler<IndividualPrices['list']> = async ({ query }, { db, today }) => {
  const { contract_id: contractId } = query;
  if (!(await clientRow(db, contractId))) throw new Problem('contract_unknown');
  const things = await paidThings(db, contractId, today);
  const own = await individualPricesOf(db, contractId, today);
  const present = [...new Map(things.toReversed().map((one) => [one.what, one])).values()].toReversed();
  return {
    contract_id: contractId,
    version: await contractVersion(db, contractId),
    things: present.map((one) => shownThing(one, own)),
  };
};

const give: Handler<IndividualPrices['give']> = async ({ body }, scope) => {
  const { contract_id: contractId, percent = null, price = null, version } = body;
  if ((percent === null) === (price === null)) throw wrongField('percent', 'Нужна скидка или цена: одно из двух');
  const by = staffDoer(scope.operator, staffContract.individualPrices.give, body);
  const wanted = {
    ...{ contractId, terms: { percent, price }, from: body.from, lastDay: body.last_day ?? null, reason: body.reason },
    thing: {
      userId: body.user_id,
      phoneNumber: body.phone_number,
      optionId: body.option_id,
      programId: body.program_id,
    },
    by: by.name,
    isRehearsal: by.isRehearsal,
    refuseAlone: (byMonth: number | null) => {
      if (!by.isRehearsal) refuseAlone(scope.operator, staffContract.individualPrices.give, byMonth ?? Infinity);
    },
  };
  const at = supportedAt(scope);
  const make = () => giveIndividualPrice(scope.db, wanted, at);
  const userId = body.user_id;
  return changeByStaff(scope.db, { contractId, ...(userId && { userId }), version, make }, by, at);
};

const end: Handler<IndividualPrices['end']> = async ({ body }, scope) => {
  const one = await individualPrice(scope.db, body.individual_price_id);
  if (!one) throw new Problem('service_unknown', { message: 'Такой цены или скидки нет. Номера — в service prices' });
  const by = staffDoer(scope.operator, staffContract.individualPrices.end, body);
  const at = supportedAt(scope);
  const ended = { one, lastDay: body.last_day, reason: body.reason, by: by.name, isRehearsal: by.isRehearsal };
  const make = () => endIndividualEarly(scope.db, ended, at);
  const { contract_id: contractId, user_id: userId } = one;
  const change = { contractId, ...(userId !== null && { userId }), version: body.version, make };
  return changeByStaff(scope.db, change, by, at);
};

export const individualPriceHandlers: PlainHandlers<IndividualPrices> = { list, give, end };
