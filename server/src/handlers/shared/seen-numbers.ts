import { contract, type Contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { roleMay } from '@kabinet/contract/sharing';
import type { phoneNumbersOf } from '#server/domain/services/phone-numbers/phone-number.queries.ts';
import type { Subscriber } from '#server/kernel/world.ts';

type SeenNumber = Result<Contract['telephoneNumber']['list']>[number];
type Acting = Pick<Subscriber, 'acting'>;

export const seesSums = ({ acting }: Acting): boolean =>
  acting === undefined || roleMay(acting.role, contract.internetAccount.get);

/** Phone numbers, without prices for a role that sees no money. */
export const seenNumbers = (subscriber: Acting, numbers: Awaited<ReturnType<typeof phoneNumbersOf>>): SeenNumber[] =>
  seesSums(subscriber) ? numbers : numbers.map((number) => ({ ...number, price: null }));
