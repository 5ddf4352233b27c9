import type { Call } from '@kabinet/contract/kernel/call/call';
import type { Database, Tx } from '#server/db/database.ts';
import { isNamedOutside, type NamedInCall } from '#server/domain/billing/charging/source.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { AnyHandler } from '#server/kernel/world.ts';

/** Why calls of a table are refused while another billing charges, and what to do instead: by group and name. */
export type RefusedBeside<Table> = {
  readonly [Group in keyof Table]?: { readonly [Name in keyof Table[Group]]?: string };
};

/**
 * Handlers that refuse, before they do anything, what only the other billing can change while it charges what a call is about (decision 0278).
 * `server/test/calls/beside-other.test.ts` asks of each new call what it does then.
 */
export function besideOther<Table extends object>(
  table: Table,
  refused: RefusedBeside<Table>,
  handlerOf: (call: Call) => AnyHandler,
): (call: Call) => AnyHandler {
  const guarded = new Map<Call, AnyHandler>();
  for (const [group, names] of Object.entries(refused) as [string, Readonly<Record<string, string>>][]) {
    for (const [name, message] of Object.entries(names)) {
      const call = (table as Record<string, Record<string, Call>>)[group]?.[name];
      if (!call) throw new Error(`No call ${group}.${name}`);
      guarded.set(call, refusing(handlerOf(call), message));
    }
  }
  return (call) => guarded.get(call) ?? handlerOf(call);
}

/** What a call is about: as it names it, or the contract of whoever calls. */
function namedIn({ params, query, body }: NamedInput, subscriber?: { readonly contractId: number }): NamedInCall {
  const {
    contract_id: contract,
    into_contract_id: into,
    user_id,
    phone_number,
    account_no,
    town,
    ...more
  } = {
    ...(params as Partial<NamedFields>),
    ...(query as Partial<NamedFields>),
    ...(body as Partial<NamedFields>),
  };
  return {
    contracts: [subscriber?.contractId, contract, into].filter((id) => id !== undefined),
    ...(user_id !== undefined && { userId: user_id }),
    ...(phone_number !== undefined && { phoneNumber: phone_number }),
    ...(account_no !== undefined && { accountNo: account_no }),
    ...(more.individual_price_id !== undefined && { individualPriceId: more.individual_price_id }),
    ...(town !== undefined && { town }),
  };
}

interface NamedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

interface NamedFields {
  readonly contract_id: number;
  readonly into_contract_id: number;
  readonly user_id: number;
  readonly phone_number: string;
  readonly account_no: string;
  readonly individual_price_id: number;
  readonly town: string;
}

function refusing(handler: AnyHandler, message: string): AnyHandler {
  const { ownTransactions } = handler;
  const guarded: AnyHandler = async (input, scope) => {
    const { db, subscriber } = scope as { readonly db: Tx | Database; readonly subscriber?: { contractId: number } };
    const named = namedIn(input, subscriber);
    const isOutside = await ('read' in db ? db.read((tx) => isNamedOutside(tx, named)) : isNamedOutside(db, named));
    if (isOutside) throw new Problem('change_not_allowed', { message });
    return handler(input, scope);
  };
  return ownTransactions ? Object.assign(guarded, { ownTransactions }) : guarded;
}
