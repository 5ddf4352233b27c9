import type { Instant } from '@kabinet/contract/kernel/day';
import type { ActingRole } from '@kabinet/contract/kernel/call/staff-call';
import { printedKey } from '@kabinet/contract/kernel/papers/printed-no';
import type { Tx } from '../database.ts';
import { sql } from '../sql.ts';

/** The subscriber that an operator's request is about, by any of these. */
export interface LookedAt {
  readonly contractId: number | null;
  readonly userId: number | null;
  readonly orderId: number | null;
  readonly accountNo: string | null;
}

interface NewRead {
  readonly operator: string;
  readonly role: ActingRole;
  /** The words of the command. */
  readonly call: string;
  readonly readAt: Date;
  readonly personId?: number | null | undefined;
  /** A look that a page repeats by itself: the same within ten minutes is one. What changes something, or shows more, counts each time. */
  readonly isRepeated?: boolean;
}

/** Minutes within which the same look of the same person is one: an open card asks again by itself. */
const ONE_LOOK_MINUTES = 10;

/** The words of the look that shows all: what else is read beside it is the same look. */
const WHOLE_LOOK = 'card';

/** Records that the staff read the data of a contract, whose account may be typed in any way by which it is found; does nothing if the request leads to none, or if the look has been recorded just now. */
export async function insertStaffRead(
  tx: Tx,
  about: LookedAt,
  { operator, role, call, readAt, personId = null, isRepeated = false }: NewRead,
): Promise<void> {
  await tx.run(sql`
    insert into staff_read (contract_id, read_at, operator, role, call, person_id)
    select contract_id, ${readAt}, ${operator}, ${role}, ${call}, ${personId}::int
    from contract c where contract_id = coalesce(${about.contractId}::bigint,
      (select contract_id from service_user where user_id = ${about.userId}::bigint),
      (select contract_id from support_order where order_id = ${about.orderId}::bigint),
      (select contract_id from account
        where account_key(account_no) = account_key(${about.accountNo}::text) and contract_id is not null
        order by account_no = ${about.accountNo}::text desc limit 1),
      (select contract_id from contract where printed_key(printed_no) collate "C" = ${printedKey(about.accountNo ?? '') ?? null}::text))
      and (not ${isRepeated} or not exists (
        select from staff_read before
        where before.contract_id = c.contract_id and before.person_id = ${personId}::int and before.call in (${call}, ${WHOLE_LOOK})
          and before.read_at > ${readAt}::timestamptz - make_interval(mins => ${ONE_LOOK_MINUTES})))`);
}

/** The same for each contract of a table. */
export async function insertStaffReads(
  tx: Tx,
  contracts: readonly (number | null)[],
  { operator, role, call, readAt, personId = null }: NewRead,
): Promise<void> {
  await tx.run(sql`
    insert into staff_read (contract_id, read_at, operator, role, call, person_id)
    select contract_id, ${readAt}, ${operator}, ${role}, ${call}, ${personId}::int
    from unnest(${contracts}::bigint[]) contract_id where contract_id is not null`);
}

interface StaffRead {
  readonly read_at: Instant;
  readonly operator: string;
  readonly role: ActingRole;
  readonly call: string;
}

/** Who of the staff has looked at a contract, the latest first. */
export const staffReadsOf = (tx: Tx, contractId: number, limit: number): Promise<StaffRead[]> =>
  tx.rows(sql`
    select read_at, operator, role, call from staff_read
    where contract_id = ${contractId} order by read_at desc, staff_read_id desc limit ${limit}`);

/** How often a person has looked since a moment, by some calls, and at how many contracts. */
export const looksSince = (
  tx: Tx,
  { personId, calls, since }: { readonly personId: number; readonly calls: readonly string[]; readonly since: Date },
): Promise<{ looks: number; contracts: number }> =>
  tx.one(sql`
    select count(*)::integer as looks, count(distinct contract_id)::integer as contracts from staff_read
    where person_id = ${personId} and read_at > ${since} and call = any (${calls}::text[])`);
