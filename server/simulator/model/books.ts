import type { Day } from '@kabinet/contract/kernel/day';
import type pg from 'pg';
import { feeKeyOf, Memory } from './memory.ts';
import { SNAPSHOT, type Snapshot } from './snapshot.ts';

/** A line of a client's account, with its transaction. */
export interface WrittenLine {
  readonly transaction_id: number;
  readonly kind: 'payment' | 'charge' | 'refund' | 'correction' | 'opening';
  readonly reference: string;
  readonly corrects: number | null;
  /** The transaction that it corrects. */
  readonly corrected: string | null;
  readonly account_id: number;
  readonly amount: number;
  readonly day: Day;
  readonly from: Day | null;
  readonly until: Day | null;
}

/** Everything from one snapshot: the tables, new ledger lines, and which requests have been answered. */
export interface Books {
  readonly snapshot: Snapshot;
  readonly written: readonly WrittenLine[];
  readonly answered: readonly string[];
}

const BOOKS = `
select json_build_object('snapshot', ${SNAPSHOT},
  'written', (select coalesce(json_agg(w order by transaction_id), '[]') from (
    select t.transaction_id, t.kind, t.reference, t.corrects_transaction_id as corrects, c.reference as corrected,
      e.account_id, e.amount_kopecks as amount, e.day, e.service_from as from, e.service_until as until
    from ledger_transaction t join ledger_entry e using (transaction_id) join account a using (account_id)
    left join ledger_transaction c on c.transaction_id = t.corrects_transaction_id
    where a.contract_id is not null and t.transaction_id > $1 and t.transaction_id <> all ($3::bigint[])) w),
  'answered', (select coalesce(json_agg(key), '[]') from idempotency_key where key = any($2::text[]) and reply is not null)
) as books`;

/** Known transactions of the ledger: all up to an id, and some above it. */
export interface ReadMark {
  readonly upTo: number;
  readonly above: readonly number[];
}

/** Reads the committed state. */
export async function readBooks(pool: pg.Pool, { upTo, above }: ReadMark, keys: readonly string[]): Promise<Books> {
  // Named, because planning it again would take longer than reading.
  const { rows } = await pool.query<{ books: Books }>({ name: 'sim-books', text: BOOKS, values: [upTo, keys, above] });
  if (!rows[0]) throw new Error('No books');
  return rows[0].books;
}

/** More than the ids assigned during one transaction. */
const MOST_ABOVE = 500;

/** Ids are assigned before the commit: one lower than a known id may still appear. */
export function readOn({ upTo, above }: ReadMark, written: readonly WrittenLine[]): ReadMark {
  const known = [...new Set([...above, ...written.map(({ transaction_id }) => transaction_id)])].sort((a, b) => a - b);
  const settled = known.slice(0, -MOST_ABOVE);
  return { upTo: settled.at(-1) ?? upTo, above: known.slice(-MOST_ABOVE) };
}

/** A plan, an option or a program on sale. */
interface Offer {
  readonly id: number;
  readonly price: number;
}
export interface ModelCatalogue {
  /** How many mailboxes of a contract may have a plan. */
  readonly mailPlans: readonly { readonly id: number; readonly boxes: number }[];
  readonly plans: readonly (Offer & { unit: 'month' | 'day'; kind: string; isArchived: boolean; audience: string })[];
  readonly options: readonly (Offer & { plan: number })[];
  readonly programs: readonly (Offer & {
    kind: string;
    isArchived: boolean;
    soldFrom: Day | null;
    /** The plan of the service that a starter creates, and whether it needs a visit. */
    plan: number | null;
    isByVisit: boolean;
    needs: number[];
    excludes: number[];
  })[];
}

/** The catalogue, of which simulated days change only the prices. */
export async function readCatalogue(pool: pg.Pool): Promise<ModelCatalogue> {
  const { rows } = await pool.query<{ catalogue: ModelCatalogue }>(`
    select json_build_object(
      'mailPlans', (select coalesce(json_agg(json_build_object('id', plan_id, 'boxes', boxes)), '[]') from mail_plan),
      'plans', (select coalesce(json_agg(json_build_object('id', plan_id, 'price', price_kopecks, 'unit', unit, 'kind', service_kind,
        'isArchived', is_archived, 'audience', audience)), '[]') from plan),
      'options', (select coalesce(json_agg(json_build_object('id', option_id, 'plan', plan_id, 'price', price_kopecks)), '[]')
        from plan_option),
      'programs', (select coalesce(json_agg(json_build_object('id', program_id, 'price', price_kopecks, 'kind', service_kind,
        'isArchived', is_archived, 'soldFrom', sold_from, 'plan', plan_id, 'isByVisit', visit_goal_id is not null,
        'needs', array(select other_id from program_pair r where r.program_id = p.program_id and relation = 'needs'),
        'excludes', array(select case r.program_id when p.program_id then other_id else r.program_id end from program_pair r
          where p.program_id in (r.program_id, other_id) and relation = 'excludes'))), '[]') from program p)) as catalogue`);
  if (!rows[0]) throw new Error('No catalogue');
  return rows[0].catalogue;
}

/** Charges from before the model began; accepted without a check. */
export async function readMemory(pool: pg.Pool): Promise<Memory> {
  const memory = new Memory();
  const { rows } = await pool.query<{
    account_id: number;
    what: string;
    sold_id: number;
    from: Day;
    until: Day;
    amount: number;
    transaction_id: number | null;
  }>(
    'select account_id, what, sold_id, charged_from as from, charged_until as until, amount_kopecks as amount, transaction_id from fee_charged',
  );
  for (const { account_id, what, sold_id, from, until, amount, transaction_id } of rows) {
    const charge = { soldId: what.endsWith(':suspension') ? 0 : sold_id, from, until, amount };
    memory.covered.set(
      feeKeyOf(account_id, what),
      transaction_id === null ? charge : { ...charge, transactionId: transaction_id },
    );
  }
  return memory;
}
