import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { staffReadsOf } from '#server/db/queries/staff-read.ts';
import { sharedReads } from '#server/db/shared-reads.ts';
import { accountAnswer } from '#server/domain/billing/forecast/account.rules.ts';
import { sharedForecasts } from '#server/domain/billing/forecast/forecast.queries.ts';
import { promisedForecast } from '#server/domain/billing/promised-payment/promised-forecast.ts';
import { describedUsers } from '#server/domain/billing/service-view/service-view.ts';
import { handoversOf } from '#server/domain/changes/client/hand-over.queries.ts';
import { regroupingsOf } from '#server/domain/changes/client/regrouping.queries.ts';
import { formerPlaces } from '#server/domain/changes/client/move.queries.ts';
import { currentPaper } from '#server/domain/identity/papers/papers.ts';
import { presentAt } from '#server/domain/staff/presence/presence.queries.ts';
import { phoneNumbersOf } from '#server/domain/services/phone-numbers/phone-number.queries.ts';
import { incidentsAt } from '#server/domain/support/incidents/incident.queries.ts';
import { serviceChain, type ServiceChain } from '#server/domain/support/order/chain.ts';
import { ordersOf, type OrderRow } from '#server/domain/support/order/order.queries.ts';
import { isClosed } from '#server/domain/support/order/order.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ScopeOf, Subscriber } from '#server/kernel/world.ts';
import { addressText } from '../../shared/address-text.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { demandOwnVisit } from './own-visits.ts';
import { cardContacts, cardRow, type CardContact } from './card.queries.ts';
import { dayCardHandler } from './past/day-card.ts';

type Show = OperatorContract['card']['show'];

/** The contract as its subscriber's own functions take it. Nothing is done in his name: the call only reads. */
const ownerOf = (contractId: number): Subscriber => ({ contractId, sessionId: 'staff' });

const MOST_LOOKS = 10;
const MOST_ORDERS = 20;

const shownOrder = ({ visit_from: from, visit_to: to, last_author: author, last_text: text, ...order }: OrderRow) => ({
  ...order,
  visit: from && to && { from, to },
  last: author && text !== null ? { author, text } : null,
});

const shownChain = ({ subject, links, broken, finding, incidentId }: ServiceChain) => ({
  service: subject
    ? {
        kind: subject.kind,
        name: subject.title,
        user_id: subject.user?.user_id ?? null,
        phone_number: subject.phoneNumber,
        closed_because: subject.closedBecause,
      }
    : null,
  links,
  broken,
  finding,
  incident_id: incidentId,
});

const contactsIn = (all: readonly CardContact[]) => {
  const of = (wanted: CardContact['kind']) => all.filter(({ kind }) => kind === wanted);
  return {
    phones: of('phone').map(({ value: phone, whose, is_confirmed }) => ({ phone, whose, is_confirmed })),
    mails: of('email').map(({ value: mail, whose, is_confirmed }) => ({ mail, whose, is_confirmed })),
  };
};

/** Money as the subscriber's home tells it. */
async function accountsOf(contractId: number, { db, today }: Pick<ScopeOf<Show>, 'db' | 'today'>) {
  const forecasts = await sharedForecasts(db, contractId, today);
  return Promise.all(
    forecasts.map(async (forecast) => ({
      ...accountAnswer(await promisedForecast(db, forecast)),
      missing: forecast.debt,
    })),
  );
}

export const cardHandlers: PlainHandlers<OperatorContract['card']> = {
  show: async ({ query }, scope) => {
    const { contract_id: contractId } = query;
    const { now, today } = scope;
    // The chain finds out by itself which services, numbers and incidents there are.
    const db = sharedReads(scope.db);
    const subscriber = ownerOf(contractId);
    const row = await cardRow(db, contractId);
    if (!row) throw new Problem('contract_unknown');
    await demandOwnVisit(scope, operatorContract.card.show, contractId);
    const as = { ...scope, db, subscriber };
    const [
      paper,
      contacts,
      former,
      handed,
      regrouped,
      accounts,
      services,
      numbers,
      chain,
      orders,
      incidents,
      looks,
      here,
    ] = await Promise.all([
      currentPaper(db, scope.outside.vault, contractId),
      cardContacts(db, contractId),
      formerPlaces(db, contractId),
      handoversOf(db, contractId),
      regroupingsOf(db, contractId),
      accountsOf(contractId, as),
      describedUsers(as, {}),
      phoneNumbersOf(db, subscriber, { withClosed: false, today }),
      serviceChain(as, { userId: query.user_id, phoneNumber: query.phone_number }),
      ordersOf(db, contractId, { limit: MOST_ORDERS }),
      incidentsAt(db, contractId, now),
      staffReadsOf(db, contractId, MOST_LOOKS),
      presentAt(db, contractId, now),
    ]);
    const { town, street, house, flat, ...contract } = row;
    return {
      ...contract,
      address: addressText({ town, street, house, flat }),
      handed_from: handed.find(({ to_contract_id: to }) => to === contractId)?.from_contract_id ?? null,
      handed_to: handed.find(({ from_contract_id: from }) => from === contractId)?.to_contract_id ?? null,
      paper,
      regrouped,
      former_addresses: former.map(({ until, ...place }) => ({ until, address: addressText(place) })),
      contacts: contactsIn(contacts),
      accounts,
      services,
      numbers,
      chain: shownChain(chain),
      orders: orders.items.filter((order) => !isClosed(order)).map(shownOrder),
      incidents,
      looks,
      here,
    };
  },
  day: dayCardHandler,
};
