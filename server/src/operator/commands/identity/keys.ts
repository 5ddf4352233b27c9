import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import { said, type CallFields, type CommandsOf, type TypedOptions } from '../../command.ts';
import { listTyped } from './people.ts';

type Keys = OperatorContract['keys'];
type Listed = Result<Keys['list']>[number];

const STATES: Record<Listed['state'], string> = { works: 'действует', expired: 'истёк', ended: 'закончен' };

async function* withLists(typed: TypedOptions): AsyncGenerator<CallFields> {
  const { calls = '', networks = '' } = typed;
  yield await Promise.resolve({ ...typed, calls: listTyped(calls), networks: listTyped(networks) });
}

function keyText({ key_id, name, calls, networks, made_by, expires_at, used_at, state }: Listed, zone: string): string {
  const used = used_at === null ? 'ещё не работал' : `работал ${issuedText(used_at, zone)}`;
  const until = `${STATES[state]}, до ${issuedText(expires_at, zone)}`;
  return `${key_id}  ${name}: ${calls.join(', ')}; из ${networks.join(', ')}; ${until}; ${used}; сделал ${made_by}`;
}

export const keysCommands: CommandsOf<Keys> = {
  add: {
    read: withLists,
    tell: ({ key_id, name, key, expires_at }, zone) =>
      said(
        `Ключ ${key_id} для программы «${name}», действует до ${issuedText(expires_at, zone)}. Показываем один раз:`,
        key,
        'Программа передаёт его так: Authorization: Bearer kabinetstaff_…',
      ),
  },
  list: {
    tell: (all, zone) => (all.length === 0 ? said('Ключей нет') : said(...all.map((key) => keyText(key, zone)))),
  },
  end: { tell: ({ key_id, name }) => said(`Ключ ${key_id} («${name}») закончен`) },
};
