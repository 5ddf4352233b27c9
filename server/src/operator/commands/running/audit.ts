import type { Result } from '@kabinet/contract/kernel/call/call';
import { operatorCalls, type OperatorContract } from '@kabinet/contract/staff';
import { said, saidIf, type CommandsOf } from '../../command.ts';
import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';

type Verified = Result<OperatorContract['audit']['verify']>;
type Action = Result<OperatorContract['audit']['list']>[number];

const OUTCOMES: Record<Action['outcome'], string> = {
  begun: 'не закончено',
  done: 'сделано',
  refused: 'отказано',
  failed: 'сбой',
};

/** The worker seals each minute. */
const LONGEST_UNSEALED_S = 600;

const FAULTS: Record<Verified['faults'][number]['fault'], string> = {
  removed: 'строки больше нет',
  changed: 'строку изменили',
  inserted: 'строку вставили в обход кабинета',
  reordered: 'звено не продолжает предыдущее: его изменили или переставили',
  missing: 'звена нет',
  rewritten: 'якорь помнит другое звено: цепочку переписали или укоротили',
};

function faultText({ fault, seq, row }: Verified['faults'][number]): string {
  const place = seq === null ? [] : [`звено ${seq}`];
  const named = row === null ? [] : [`${row.source === 'action' ? 'действие' : 'просмотр'} ${row.row_id}`];
  const begun = row?.part === 'begun' ? ['до результата'] : [];
  return `${[...place, ...named, ...begun].join(', ')}: ${FAULTS[fault]}`;
}

function verifiedText({ links, hash, anchors, faults, ...waiting }: Verified): string[] {
  const { unsealed: count, unsealed_seconds: seconds } = waiting;
  const outside = anchors.file === null ? 'вне базы не хранятся (AUDIT_ANCHOR_FILE)' : `в файле ${anchors.file}`;
  const late = seconds > LONGEST_UNSEALED_S ? ', это слишком долго: работает ли worker?' : '';
  return [
    `Звеньев: ${links}${hash === null ? '' : `, последнее ${hash}`}`,
    `Якорей в базе: ${anchors.database}, ${outside}`,
    ...(count === 0 ? [] : [`Ещё не запечатано: ${count}, самому старому ${seconds} с${late}`]),
    ...(faults.length === 0 ? ['Журнал цел'] : faults.map(faultText)),
  ];
}

export const auditCommands: CommandsOf<OperatorContract['audit']> = {
  list: { tell: (actions) => said(...(actions.length === 0 ? ['Таких нет'] : actions.map(actionText))) },
  verify: {
    tell: (found) => {
      const isOpen = found.faults.length > 0 || found.unsealed_seconds > LONGEST_UNSEALED_S;
      return saidIf(isOpen, ...verifiedText(found));
    },
  },
};

function actionText({
  begun_at,
  operator,
  role,
  call,
  input,
  outcome,
  problem,
  address,
  changed,
  agreed_by,
}: Action): string {
  const typed = [call, ...inOrder(call, input).map(valueText)].join(' ');
  const end = problem === null ? OUTCOMES[outcome] : `${OUTCOMES[outcome]} (${problem})`;
  const from = address === null ? '' : `, ${address}`;
  const change =
    changed === null ? '' : `; было ${JSON.stringify(changed.before)}, стало ${JSON.stringify(changed.after)}`;
  return onOneLine(
    `${begun_at}  ${operator}, ${ROLE_NAMES[role]}${from}  ${typed}: ${end}${change}${agreed_by === null ? '' : `; согласен ${agreed_by}`}`,
  );
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
