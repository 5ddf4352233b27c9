import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { addServices } from '../usage/services.ts';
import { minutesBefore } from '../calendar.ts';
import { movementsOf } from './history.ts';
import { demoFeesOf } from '../money/fees.ts';
import { compensationOf } from './compensation.ts';
import { postMovements } from '../money/movements.ts';
import { DEMO_PASSWORD } from '../people/password.ts';
import type { DemoFurtherContact, Person } from '../people/person.ts';
import { STARTER_TV } from '../catalogue/program-catalogue.ts';
import { addUsage } from '../usage/person-usage.ts';
import { insertKeyed, insertRows, known } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

/** Adds a resident: contract, accounts, services, and the history of each account. */
export async function addPerson(seeding: Seeding, person: Person): Promise<void> {
  const [last, first, patronymic] = person.name;
  await addContract(seeding, {
    contractId: person.contractId,
    clientName: `${last} ${first} ${patronymic}`,
    clientNameIo: `${first} ${patronymic}`,
    clientNameShort: `${last} ${first.charAt(0)}. ${patronymic.charAt(0)}.`,
    isCompany: false,
    street: person.street,
    house: person.house,
    flat: person.flat,
    billingDay: person.billingDay,
    openedOn: person.openedOn,
    contacts: person.contacts,
    furtherContacts: person.furtherContacts,
  });
  const accounts = await addAccounts(seeding, person.contractId, person.accounts);
  const userIds = await addServices(seeding, person.contractId, known(accounts, 'i'), person.services);
  await addContractPrograms(seeding, person, userIds);
  await addNumbers(seeding, person, accounts);
  const calls = await addUsage(seeding, person, userIds);
  const fees = await demoFeesOf(seeding.client, [person.contractId]);
  for (const account of person.accounts) {
    const accountId = known(accounts, account.kind);
    const { billingDay, since } = person;
    const own = fees.filter((fee) => fee.accountId === accountId);
    const history = {
      account,
      accountId,
      billingDay,
      since,
      fees: own,
      calls: account.kind === 't' ? calls : [],
      compensations: (account.failures ?? []).flatMap((failure) => {
        const userId = known(userIds, failure.login);
        const lost = own.filter((fee) => fee.userId === userId);
        return compensationOf(failure, { fees: lost, billingDay, calendar: seeding.calendar });
      }),
    };
    await postMovements(seeding.client, movementsOf(seeding.dice, seeding.calendar, history), seeding.calendar.now);
  }
  const ended = person.accounts.filter(({ creditEnded }) => creditEnded).map(({ kind }) => known(accounts, kind));
  await seeding.client.query('update account set credit_limit_kopecks = 0 where account_id = any($1)', [ended]);
}

export interface DemoContract {
  readonly contractId: number;
  readonly clientName: string;
  readonly clientNameIo: string;
  readonly clientNameShort: string;
  readonly isCompany: boolean;
  readonly street: string;
  readonly house: string;
  readonly flat: string | null;
  readonly billingDay: number;
  readonly openedOn: string;
  readonly contacts: Person['contacts'];
  readonly furtherContacts?: readonly DemoFurtherContact[] | undefined;
}

/** Adds a contract in Togliatti with the demo password. */
export async function addContract({ client, calendar, places }: Seeding, contract: DemoContract): Promise<void> {
  const { contractId } = contract;
  await insertRows(client, 'contract', [
    {
      contract_id: contractId,
      client_name: contract.clientName,
      client_name_io: contract.clientNameIo,
      client_name_short: contract.clientNameShort,
      is_company: contract.isCompany,
      state: 'active',
      town_id: places.town('Тольятти'),
      street_id: places.street('Тольятти', contract.street),
      house: contract.house,
      flat: contract.flat,
      billing_day: contract.billingDay,
      opened_on: contract.openedOn,
    },
  ]);
  const changedAt = minutesBefore(calendar.now, 60 * 24);
  const password = await hashPassword(DEMO_PASSWORD);
  await insertRows(client, 'credential', [{ contract_id: contractId, password_hash: password, changed_at: changedAt }]);
  await insertRows(
    client,
    'contact',
    contract.contacts.map((contact) => ({ contract_id: contractId, ...contact })),
  );
  const further = contract.furtherContacts ?? [];
  await insertRows(
    client,
    'further_contact',
    further.map((one) => ({
      contract_id: contractId,
      wanted: [],
      ...one,
      added_at: changedAt,
      confirmed_at: changedAt,
    })),
  );
}

/** Returns the ids by kind. Balances come with the history. */
export const addAccounts = (
  { client }: Seeding,
  contractId: number,
  accounts: readonly { kind: 'i' | 't'; no: string; creditLimit: number }[],
): Promise<Map<string, number>> =>
  insertKeyed(
    client,
    'account',
    'account_id',
    'kind',
    accounts.map(({ kind, no, creditLimit }) => ({
      kind,
      contract_id: contractId,
      account_no: no,
      balance_kopecks: 0,
      credit_limit_kopecks: creditLimit,
    })),
  );

/** A starter program with the TV service that it has created. */
const addContractPrograms = (
  { client }: Seeding,
  { contractId, programs, services }: Person,
  userIds: ReadonlyMap<string, number>,
) => {
  const tv = services.find(({ type }) => type === 'tv');
  return insertRows(
    client,
    'contract_program',
    programs.map((id) => ({
      contract_id: contractId,
      program_id: id,
      status: 'on',
      user_id: id === STARTER_TV && tv ? known(userIds, tv.login) : null,
    })),
  );
};

const addNumbers = (
  { client, catalogue }: Seeding,
  { contractId, numbers }: Person,
  accounts: ReadonlyMap<string, number>,
): Promise<void> =>
  insertRows(
    client,
    'phone_number',
    numbers.map((number) => ({
      phone_number: number.number,
      contract_id: contractId,
      account_id: known(accounts, 't'),
      plan_id: catalogue.plan(number.plan),
      state: number.closedOn === null ? (number.isInDebt ? 'blocked' : 'active') : 'closed',
      reason: number.isInDebt ? 'debt' : null,
      opened_on: number.openedOn,
      closed_on: number.closedOn,
    })),
  );
