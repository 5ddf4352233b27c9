import { kopecks } from '@kabinet/contract/kernel/money';
import type { ImportRows } from '@kabinet/contract/staff';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import type { Arrival, JudgedKnown } from './arrival.ts';
import { take } from './portions/take.ts';
import { balance, contractId, maybe, must, oneOf, price, words } from './cells.ts';
import { changeAccounts } from './changed/contract-changes.queries.ts';
import { importedContracts, noContract } from './contracts.ts';
import { accountsByNumberOrContract, type ImportedAccountRow } from './contracts.queries.ts';
import { sums } from './differences.ts';
import { insertAccounts, lastOfEach, openBalances, setCreditLimits } from './portions/openings.queries.ts';

const ACCOUNT = {
  account: must(words(30)),
  contract: contractId,
  kind: must(oneOf({ интернет: 'i' as const, телефон: 't' as const })),
  balance: must(balance),
  credit_limit: maybe(price, kopecks(0)),
};

/** Adds accounts without money: `openAccounts` enters it. */
export async function takeAccounts(arrival: Arrival, rows: ImportRows['accounts']): Promise<void> {
  const { opened } = arrival;
  await take(arrival, {
    table: 'accounts',
    rows,
    readers: ACCOUNT,
    keyOf: ({ account }) => account,
    look: async (read) => {
      const contracts = await importedContracts(arrival, read);
      const found = await accountsByNumberOrContract(
        arrival.tx,
        read.map(({ account }) => account),
        [...contracts.keys()],
      );
      const numbers = new Map(found.map((one) => [one.account_no, one]));
      const kinds = new Map(found.map((one) => [`${one.contract_id} ${one.kind}`, one.account_no]));
      return ({ account, contract, kind, balance: opening, credit_limit }) => {
        const fresh = { account_no: account, contract_id: contract, kind, opening, credit_limit };
        const known = numbers.get(account);
        if (known) return sameAccount(known, fresh, arrival.isOnHold);
        if (!contracts.has(contract)) return noContract(contract);
        const other = kinds.get(`${contract} ${kind}`);
        if (other !== undefined) return { wrong: `у договора уже есть счёт этого вида: ${other}` };
        kinds.set(`${contract} ${kind}`, account);
        return { fresh };
      };
    },
    insert: (fresh) => {
      opened.accounts += fresh.length;
      for (const { opening } of fresh) opened.sum = kopecks(opened.sum + opening);
      return insertAccounts(arrival.tx, fresh);
    },
    onlyOfNew: ['balance'],
    changes: {
      columns: { balance: 'on hold', credit_limit: 'on hold' },
      write: async (changed) => {
        const against = await providerAccount(arrival.tx, 'correction');
        await changeAccounts(arrival.tx, changed, { against, day: arrival.today, now: arrival.now });
      },
    },
  });
}

/** Judges an account that was there before: once charging has begun, its opening balance stays. */
function sameAccount(known: ImportedAccountRow, given: ImportedAccountRow, isOnHold: boolean): JudgedKnown<'accounts'> {
  if (known.contract_id !== given.contract_id || known.kind !== given.kind)
    return { wrong: `такой счёт уже есть у договора ${known.contract_id}` };
  if (known.opening !== given.opening && !isOnHold)
    return { wrong: `счёт уже открыт с остатком ${rubles(known.opening)}; разницу проведите отдельно` };
  return {
    known: { balance: sums(known.opening, given.opening), credit_limit: sums(known.credit_limit, given.credit_limit) },
  };
}

/** Accounts whose money is entered by one statement. */
const IN_ONE_GO = 200;

/** Enters the balances of new accounts, with the lines of the former system that led to them. */
export async function openAccounts({ tx, now, today, zone, opened }: Arrival): Promise<void> {
  if (opened.accounts === 0) return;
  const against = await providerAccount(tx, 'correction');
  let after = 0;
  for (const { account_id: last } of await lastOfEach(tx, IN_ONE_GO)) {
    await openBalances(tx, { after, last }, { against, today, now, zone });
    after = last;
  }
  await setCreditLimits(tx);
}
