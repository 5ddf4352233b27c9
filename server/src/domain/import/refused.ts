import type { ImportTable } from '@kabinet/contract/staff';
import { contractId } from './cells.ts';
import type { Cells } from './changed/merged-rows.ts';

export interface RowFault {
  readonly table: ImportTable;
  readonly line: number;
  readonly reason: string;
}

/** A refused row, with how many more were refused only because of it. */
export interface RowRefusal extends RowFault {
  dependants: number;
}

/** What a row lacks, by names of `NAMED`: one fault is told of all rows that lack the same. */
export interface Refused {
  readonly wrong: string;
  readonly lacks?: readonly string[];
}

/** What rows bring and other rows lack. */
export const NAMED = {
  town: (town: string) => `town ${town}`,
  street: (town: string, street: string) => `street ${town} ${street}`,
  plan: (service: string, plan: string) => `plan ${service} ${plan}`,
  contract: (contract: number) => `contract ${contract}`,
  open: (contract: number) => `open contract ${contract}`,
  account: (account: string) => `account ${account}`,
  accountOf: (contract: number, kind: string) => `account of ${contract} ${kind}`,
  service: (login: string) => `service ${login}`,
} as const;

const cell = (cells: Cells, column: string): string => cells[column] ?? '';
const number = (cells: Cells): number => {
  const id = contractId(cell(cells, 'contract'));
  return typeof id === 'number' ? id : 0;
};

/** The names of what a row would have brought. */
const BROUGHT: Readonly<Partial<Record<ImportTable, (cells: Cells) => string[]>>> = {
  towns: (cells) => [NAMED.town(cell(cells, 'town'))],
  streets: (cells) => [NAMED.street(cell(cells, 'town'), cell(cells, 'street'))],
  plans: (cells) => [NAMED.plan(cell(cells, 'service').toLowerCase(), cell(cells, 'plan'))],
  contracts: (cells) => [NAMED.contract(number(cells))],
  accounts: (cells) => [
    NAMED.account(cell(cells, 'account')),
    NAMED.accountOf(number(cells), cell(cells, 'kind').toLowerCase()),
  ],
  services: (cells) => [NAMED.service(cell(cells, 'login'))],
  numbers: (cells) => [NAMED.service(cell(cells, 'number'))],
};

/** The refused rows of an import: what is refused because of another refused row is counted with that. */
export class Refusals {
  readonly told: RowRefusal[] = [];
  readonly #first = new Map<string, RowRefusal>();
  readonly #hear: (fault: RowFault, cause: RowFault | undefined) => void;

  /** `hear` is told each row, also those that are only counted here. */
  constructor(hear: (fault: RowFault, cause: RowFault | undefined) => void = () => undefined) {
    this.#hear = hear;
  }

  add(fault: RowFault, cells: Cells, lacks: readonly string[] = []): void {
    const cause = lacks.map((name) => this.#first.get(name)).find((one) => one !== undefined);
    const counted = cause ?? { ...fault, dependants: 0 };
    this.#hear(fault, cause);
    if (cause) cause.dependants += 1;
    else this.told.push(counted);
    for (const name of [...lacks, ...(BROUGHT[fault.table]?.(cells) ?? [])])
      if (!this.#first.has(name)) this.#first.set(name, counted);
  }
}
