import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { OperatorContract } from '@kabinet/contract/staff';
import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import { said, type CallFields, type CommandsOf, type TypedOptions } from '../../command.ts';

type People = OperatorContract['staff'];
type Listed = Result<People['list']>[number];

const rolesText = (roles: readonly OperatorRole[]): string => roles.map((role) => ROLE_NAMES[role]).join(', ');
const when = (at: Instant | null, zone: string): string => (at === null ? '—' : issuedText(at, zone));

/** Words of a list, as they are typed: with commas. */
export const listTyped = (typed: string): string[] => typed.split(',').flatMap((one) => one.trim() || []);

/** Reads the roles of a line, `cashier,support`. */
async function* withRoles(typed: TypedOptions): AsyncGenerator<CallFields> {
  yield await Promise.resolve({ ...typed, roles: listTyped(typed['roles'] ?? '') });
}

const invited = ({ name, login, roles, code, link, until }: Result<People['add']>, zone: string) =>
  said(
    `${name} (логин ${login}): ${rolesText(roles)}`,
    `Ссылка для первого входа, одна и на один раз, действует до ${issuedText(until, zone)} (${zone}):`,
    link,
    `Код из неё, если ссылка не открывается: ${code}`,
  );

const STATES: Record<Listed['state'], string> = {
  invited: 'ещё не вошёл',
  active: 'работает',
  blocked: 'вход закрыт',
};

const personText = ({ login, name, roles, state, sessions, last_used_at }: Listed, zone: string): string =>
  `${login}  ${name}: ${rolesText(roles)}; ${STATES[state]}; сеансов ${sessions}, последний раз ${when(last_used_at, zone)}`;

export const peopleCommands: CommandsOf<People> = {
  add: { tell: invited, read: withRoles },
  list: {
    tell: (all, zone) =>
      all.length === 0
        ? said('Сотрудников нет. Первого добавит: staff add olga admin')
        : said(...all.map((person) => personText(person, zone)), `Время: ${zone}`),
  },
  roles: {
    read: withRoles,
    tell: ({ login, roles, sessions_ended }) =>
      said(`${login}: ${rolesText(roles)}. Завершено сеансов: ${sessions_ended}`),
  },
  block: {
    tell: ({ login, sessions_ended, keys }) =>
      said(
        `Вход закрыт: ${login}. Завершено сеансов: ${sessions_ended}`,
        ...keys.map(
          ({ key_id, name }) => `Ключ программы «${name}», который он делал, действует. Закончить: keys end ${key_id}`,
        ),
      ),
  },
  unblock: { tell: ({ login, roles }) => said(`Вход открыт: ${login}, ${rolesText(roles)}`) },
  invite: { tell: invited },
};

export const meCommands: CommandsOf<OperatorContract['me']> = {
  get: {
    tell: ({ name, login, roles, calls }) =>
      said(
        `${name}${login === null ? '' : ` (логин ${login})`}${roles.length > 0 ? `: ${rolesText(roles)}` : ''}`,
        `Команды (${calls.length}): ${calls.join(', ')}`,
      ),
  },
};
