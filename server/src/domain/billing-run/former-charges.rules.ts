import { kopecks, parseRubles, type Kopecks } from '@kabinet/contract/kernel/money';

/** A row of the former system's charges, unparsed; `line` is that of its file. */
export interface FormerCharge {
  readonly line: number;
  readonly account_no: string;
  readonly sum: string;
}

/** What the first night charges an account; 0: it is named in the table only. */
export interface AccountCharge {
  readonly account_no: string;
  readonly contract_id: number;
  readonly sum: Kopecks;
}

/** The charges of one night beside those of the former system. */
export interface ComparedCharges {
  ours: Kopecks;
  theirs: Kopecks;
  /** How many accounts have the same sum. */
  equal: number;
  /** The largest difference first. */
  differing: { account_no: string; contract_id: number; ours: Kopecks; theirs: Kopecks }[];
  wrong: { line: number; reason: string }[];
}

const sumOf = (charges: readonly Kopecks[]): Kopecks => kopecks(charges.reduce((sum, one) => sum + one, 0));

/** Compares account by account. The table is whole: an account that it does not name is charged nothing there. */
export function compareCharges(ours: readonly AccountCharge[], rows: readonly FormerCharge[]): ComparedCharges {
  const known = new Set(ours.map(({ account_no }) => account_no));
  const { theirs, wrong } = readFormer(rows, known);
  const both = ours.map(({ account_no, contract_id, sum }) => {
    return { account_no, contract_id, ours: sum, theirs: theirs.get(account_no) ?? kopecks(0) };
  });
  const differing = both.filter((one) => one.ours !== one.theirs);
  return {
    ours: sumOf(both.map((one) => one.ours)),
    theirs: sumOf([...theirs.values()]),
    equal: both.length - differing.length,
    differing: differing.sort((a, b) => Math.abs(b.ours - b.theirs) - Math.abs(a.ours - a.theirs)),
    wrong,
  };
}

/** Adds the rows of each account; says of the others why they are left out. */
function readFormer(rows: readonly FormerCharge[], known: ReadonlySet<string>) {
  const theirs = new Map<string, Kopecks>();
  const wrong: ComparedCharges['wrong'] = [];
  for (const { line, account_no, sum } of rows) {
    const amount = parseRubles(sum);
    if (!known.has(account_no)) wrong.push({ line, reason: `счёта ${account_no} в кабинете нет` });
    else if (amount === undefined) wrong.push({ line, reason: `это не сумма: ${sum}` });
    else theirs.set(account_no, kopecks((theirs.get(account_no) ?? 0) + amount));
  }
  return { theirs, wrong };
}
