import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { said, type CommandsOf } from '../../command.ts';

type Events = OperatorContract['events'];

const lineOf = ({ event_id, at, kind, contract_id, data }: Result<Events['list']>['events'][number]): string =>
  `${event_id}  ${at}  ${kind}  договор ${contract_id}  ${JSON.stringify(data)}`;

export const eventCommands: CommandsOf<Events> = {
  list: {
    tell: ({ events, next, more }) => {
      if (events.length === 0) return said('Новых событий нет');
      return said(...events.map(lineOf), more ? `Дальше: --after=${String(next)}` : 'Это все события');
    },
  },
};
