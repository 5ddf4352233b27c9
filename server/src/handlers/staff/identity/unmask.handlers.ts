import type { Input } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { currentPaper } from '#server/domain/identity/papers/papers.ts';
import { sightOf } from '#server/kernel/call/sight.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { addressText } from '../../shared/address-text.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { cardContacts, cardRow, type CardContact, type CardRow } from './card.queries.ts';

type Kind = Input<OperatorContract['unmask']['show']>['body']['kind'];

type OfContract = Exclude<Kind, 'document'>;

const VALUES: Readonly<Record<OfContract, (row: CardRow, contacts: readonly CardContact[]) => string[]>> = {
  name: ({ name }) => [name],
  address: (row) => [addressText(row)],
  phone: (_, contacts) => contacts.flatMap(({ kind, value }) => (kind === 'phone' ? [value] : [])),
  mail: (_, contacts) => contacts.flatMap(({ kind, value }) => (kind === 'email' ? [value] : [])),
};

export const unmaskHandlers: PlainHandlers<OperatorContract['unmask']> = {
  show: async ({ body: { contract_id, kind } }, { db, operator, outside }) => {
    // What a role does not see at all, it does not see for a reason either.
    if (sightOf(operator)[kind] === 'hidden') throw new Problem('role_not_allowed');
    const [row, contacts] = await Promise.all([cardRow(db, contract_id), cardContacts(db, contract_id)]);
    if (!row) throw new Problem('contract_unknown');
    if (kind === 'document') {
      const paper = await currentPaper(db, outside.vault, contract_id);
      return { contract_id, kind, values: paper ? [paper.number] : [] };
    }
    return { contract_id, kind, values: VALUES[kind](row, contacts) };
  },
};
