import { nameInOneForm } from '@kabinet/contract/kernel/mailbox-name';
import type { Tx } from '#server/db/database.ts';
import { domainsOf, takenOf } from '#server/domain/services/mailbox/mailbox.queries.ts';
import { isReserved, wrongWith } from '#server/domain/services/mailbox/mailbox-name.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Subscriber } from '#server/kernel/world.ts';

interface Judged {
  readonly address: string;
  readonly answer: 'free' | 'taken' | 'reserved' | 'wrong';
  readonly text: string;
}

/** Whether a name may be taken on a domain of the contract. */
export async function judgeName(tx: Tx, { contractId }: Subscriber, typed: string, domain: string): Promise<Judged> {
  const name = nameInOneForm(typed);
  const found = (await domainsOf(tx, contractId)).find((one) => one.domain === domain);
  if (!found) throw new Problem('not_found');
  const address = `${name}@${domain}`;
  const wrong = wrongWith(name);
  if (wrong !== undefined) return { address, answer: 'wrong', text: wrong };
  if (isReserved(name, { isOwnDomain: found.is_own }))
    return { address, answer: 'reserved', text: 'Это имя служебное. Выберите другое' };
  const [taken] = await takenOf(tx, [address]);
  if (taken === undefined) return { address, answer: 'free', text: `Свободно: письма придут на ${address}` };
  return { address, answer: 'taken', text: `${name} занято` };
}

/** Throws unless the name is free; returns the address. */
export async function freeAddress(tx: Tx, subscriber: Subscriber, name: string, domain: string): Promise<string> {
  const { address, answer, text } = await judgeName(tx, subscriber, name, domain);
  if (answer === 'free') return address;
  const errors = [{ path: 'body.name', message: text }];
  throw new Problem(answer === 'wrong' ? 'bad_input' : 'mail_name_taken', { message: text, errors });
}
