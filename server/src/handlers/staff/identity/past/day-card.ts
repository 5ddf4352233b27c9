import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { dayText, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler } from '#server/kernel/world.ts';
import { addressText } from '../../../shared/address-text.ts';
import { demandOwnVisit } from '../own-visits.ts';
import { notesOfDay, programsOfContract, serviceOfDay, whoseOfDay, type FeesOfDay } from './day-answer.ts';
import { accountsOn, contractOn, type PastDay } from './day-contract.queries.ts';
import { soldOn } from './day-prices.queries.ts';
import { chargesOfDay, numbersOn, servicesOn, type HeldRow } from './day-services.queries.ts';

type Show = OperatorContract['card']['day'];

const wrongDay = (message: string): Problem => new Problem('bad_input', { errors: [{ path: 'query.on', message }] });

/** The card of a day that has passed. Today is not over: its card is the card itself. */
export const dayCardHandler: Handler<Show> = async ({ query: { contract_id: contractId, on: day } }, scope) => {
  const { db, today, provider } = scope;
  const on: PastDay = { day, end: dayStart(addDays(day, 1), provider.time_zone) };
  const contract = await contractOn(db, contractId, on);
  if (!contract) throw new Problem('contract_unknown');
  await demandOwnVisit(scope, operatorContract.card.day, contractId);
  demandPast(day, today, contract.opened_on);
  const [accounts, users, numbers, charged] = await Promise.all([
    accountsOn(db, contractId, on),
    servicesOn(db, contractId, on),
    numbersOn(db, contractId, on),
    chargesOfDay(db, contractId, on),
  ]);
  const held = [...users, ...numbers].filter((one) => !isGone(one, on));
  const charges = new Map(charged.map((one) => [one.what, one]));
  const holders = held.map((one) => ({ ...one, whose: whoseOfDay(one) }));
  const sold = await soldOn(db, contractId, { held: holders, charged: [...charges.keys()] }, on);
  const fees: FeesOfDay = { charges, sold };
  const services = held.map((one) => serviceOfDay(one, on.end, fees));
  const { name, state, opened_on } = contract;
  return {
    ...{ contract_id: contractId, on: day, opened_on, state, accounts, services },
    name: contract.knows_name ? name : null,
    address: contract.knows_place ? addressText(contract) : null,
    programs: programsOfContract(contractId, fees),
    notes: notesOfDay(contract, services, held),
  };
};

/** It was closed at the end of the day, and opened again later. */
const isGone = ({ state, since }: HeldRow, { end }: PastDay): boolean =>
  state === 'closed' && since !== null && new Date(since) < new Date(end);

function demandPast(day: Day, today: Day, opened: Day): void {
  if (day > today) throw wrongDay('Этот день ещё не наступил');
  if (day === today) throw wrongDay('Этот день ещё не кончился: смотрите карточку на сейчас');
  if (day < opened) throw wrongDay(`Договора ещё не было: его открыли ${dayText(opened, YEARLESS)}`);
}
