import { z } from 'zod';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { printedKey } from '@kabinet/contract/kernel/papers/printed-no';
import { operatorContract } from '@kabinet/contract/staff';
import { inputOf } from './call-fields.ts';
import { WrongArgument, type CallFields } from './command.ts';
import type { Desk } from './desk.ts';

const { find } = operatorContract.search;
/** Fields that name a contract which is there. */
const CONTRACTS = ['contract_id', 'into_contract_id'];

/** The fields of a line with inner numbers of contracts instead of the printed ones that were typed. */
export async function withContracts(call: OperatorCall, fields: CallFields, desk: Desk): Promise<CallFields> {
  if (!call.problems.includes('contract_unknown')) return fields;
  const found = { ...fields };
  for (const name of CONTRACTS) {
    const typed = fields[name];
    const key = typeof typed === 'string' ? printedKey(typed) : undefined;
    if (key !== undefined) found[name] = await innerNumber(String(typed), key, desk);
  }
  return found;
}

async function innerNumber(typed: string, key: string, desk: Desk): Promise<string> {
  const { groups } = z.decode(
    find.result,
    (await desk.ask(find, inputOf(find, { q: typed, group: 'contract' }))) as never,
  );
  const one = groups.flatMap(({ items }) => items).find(({ printed_no: no }) => no !== null && printedKey(no) === key);
  if (!one) throw new WrongArgument(`Договора с номером на бумагах «${typed}» нет`);
  return String(one.contract_id);
}
