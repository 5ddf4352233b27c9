import { userInfo } from 'node:os';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { NO_BROWSER, NO_NOTES } from '#server/kernel/nobody.ts';
import { runCall } from '#server/kernel/call/run-call.ts';
import type { Operator, Portal, Progress, RawInput } from '#server/kernel/world.ts';
import { operatorHandlerOf } from '../handlers/staff/handler-of.ts';
import type { Say, Tools } from './command.ts';
import { apart } from './folder-tables.ts';

/** Where the commands of a line are carried out: in this process, or by a portal over HTTP. */
export interface Desk {
  /** Makes a call; answers its reply as JSON. */
  readonly ask: (call: OperatorCall, raw: RawInput) => Promise<unknown>;
  /** The zone of days and moments. */
  readonly zone: () => Promise<string>;
}

/** Carries commands out on the database of this machine, above roles, in the name of its user; `hears` gets the progress of long work. */
export function ownDesk(tools: Tools, as: string | undefined, hears: Say): Desk {
  const operator: Operator = { kind: 'operator', name: nameOf(as), role: 'server' };
  const portal: Portal = {
    world: tools,
    handlerOf: operatorHandlerOf(tools.agents),
    identify: () => Promise.resolve(undefined),
    isConfirmed: () => Promise.resolve(false),
  };
  const progress = (made: Progress) => {
    sayProgress(made, hears);
  };
  return {
    ask: (call, raw) => {
      const { input, tables } = apart(raw);
      return runCall(portal, call, input, { ...NO_BROWSER, operator, ...tables }, { ...NO_NOTES, progress });
    },
    zone: () => Promise.resolve(tools.provider.time_zone),
  };
}

/** The operator's name; with `--as` followed by the user of this machine, because anybody may give another name. */
const nameOf = (as: string | undefined): string => (as === undefined ? systemUser() : `${as} (${systemUser()})`);

/** The user of this machine, also if he has become another one by `sudo`; in a container a user may have no name. */
function systemUser(): string {
  const before = process.env['SUDO_USER'];
  try {
    const { username } = userInfo();
    return before === undefined || before === username ? username : `${before} → ${username}`;
  } catch {
    return `uid ${process.getuid?.() ?? ''}`;
  }
}

/** What long work counts; on no more than `few` of them it prints no progress. */
const PARTS_OF_WORK: Readonly<Record<string, { readonly of: string; readonly few: number }>> = {
  transactions: { of: 'Проверено проводок', few: 50_000 },
  accounts: { of: 'Проверено счетов', few: 50_000 },
  services: { of: 'Сверено услуг и номеров', few: 2_000 },
  passwords: { of: 'Готово паролей кабинета', few: 1_000 },
  secrets: { of: 'Готово паролей услуг', few: 1_000 },
};

function sayProgress({ of, done, all }: Progress, say: Say): void {
  const part = PARTS_OF_WORK[of];
  if (!part || all <= part.few) return;
  const [ready, whole] = [done, all].map((count) => count.toLocaleString('ru-RU'));
  say(`${part.of}: ${ready ?? ''} из ${whole ?? ''}`);
}
