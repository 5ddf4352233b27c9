import type { Result } from '@kabinet/contract/kernel/call/call';
import { operatorCalls, type OperatorContract } from '@kabinet/contract/staff';
import { said, type CommandsOf } from '../../command.ts';
import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';

type Action = Result<OperatorContract['audit']['list']>[number];

const OUTCOMES: Record<Action['outcome'], string> = {
  begun: 'не закончено',
  done: 'сделано',
  refused: 'отказано',
  failed: 'сбой',
};

export const auditCommands: CommandsOf<OperatorContract['audit']> = {
  list: { tell: (actions) => said(...(actions.length === 0 ? ['Таких нет'] : actions.map(actionText))) },
};

function actionText({ begun_at, operator, role, call, input, outcome, problem, address }: Action): string {
  const typed = [call, ...inOrder(call, input).map(valueText)].join(' ');
  const end = problem === null ? OUTCOMES[outcome] : `${OUTCOMES[outcome]} (${problem})`;
  const from = address === null ? '' : `, ${address}`;
  return onOneLine(`${begun_at}  ${operator}, ${ROLE_NAMES[role]}${from}  ${typed}: ${end}`);
}

/** Removes line breaks and other control characters, so that typed text cannot look like a separate line. */
const onOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** The values in the order of the command's arguments, because the database keeps no order. */
function inOrder(words: string, input: Action['input']): unknown[] {
  const { arguments: named = {} } = operatorCalls.find(({ command }) => command.words === words)?.command ?? {};
  const fields = new Set([...Object.keys(named), ...Object.keys(input)]);
  return [...fields].filter((field) => field in input).map((field) => input[field]);
}

/** A short value as it was typed; a long text or a table by its size. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return /^[^\s"]+$/.test(value) ? value : `«${value}»`;
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null && 'size' in value) return `[${String(value.size)}]`;
  return JSON.stringify(value);
}
