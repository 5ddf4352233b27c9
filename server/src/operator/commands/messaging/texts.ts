import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf, type CallFields, WrongArgument } from '../../command.ts';
import { readBytes } from '../../table-file.ts';

type Texts = OperatorContract['texts'];

/** Keys of an exported notice that are only notes for the reader. */
const NOTES = new Set(['подстановки', 'изменил']);

interface Row {
  readonly line: number;
  readonly name: string;
  readonly part: string;
  readonly value: string;
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

const DEEPER: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/** Of two equal keys JSON would keep the last one silently. */
function refuseTwice(key: string, line: number, before: number | undefined): void {
  if (before !== undefined)
    throw new WrongArgument(`Строка ${line}: «${key}» уже есть в строке ${before}. Оставьте одно`);
}

/** The lines of the keys of a JSON object of objects, as `name part`. */
function linesOf(json: string): Map<string, number> {
  const lines = new Map<string, number>();
  let [depth, name] = [0, ''];
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    depth += DEEPER[token] ?? 0;
    const isKey = token.startsWith('"') && /^\s*:/.test(json.slice(index + token.length));
    if (!isKey || depth > 2) continue;
    const key = JSON.parse(token) as string;
    if (depth === 1) name = key;
    const [path, line] = [depth === 1 ? name : `${name} ${key}`, lineAt(json, index)];
    refuseTwice(key, line, lines.get(path));
    lines.set(path, line);
  }
  return lines;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    const where = position === undefined ? '' : `Строка ${lineAt(json, Number(position))}: `;
    throw new WrongArgument(`${where}это не JSON. Проверьте кавычки и запятые`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function rowsOf(json: string): Row[] {
  const notices = parsed(json);
  if (!isObject(notices)) throw new WrongArgument('В файле нужен объект: уведомление → его тексты');
  const lines = linesOf(json);
  return Object.entries(notices).flatMap(([name, texts]) => {
    if (!isObject(texts))
      throw new WrongArgument(`Строка ${lines.get(name) ?? 1}: у «${name}» нужен объект с текстами`);
    return Object.entries(texts)
      .filter(([part]) => !NOTES.has(part))
      .map(([part, value]) => {
        const line = lines.get(`${name} ${part}`) ?? 1;
        if (typeof value !== 'string') throw new WrongArgument(`Строка ${line}: «${part}» — не текст`);
        return { line, name, part, value };
      });
  });
}

async function* textsOf(path: string): AsyncIterable<CallFields> {
  yield { texts: rowsOf((await readBytes(path)).toString('utf8').replace(/^\uFEFF/, '')) };
}

const told =
  (done: string) =>
  ({ changed, wrong }: Result<Texts['check']>) =>
    wrong.length > 0
      ? saidIf(true, ...wrong.map(({ line, reason }) => `Строка ${line}: ${reason}`), 'Ни один текст не изменён')
      : said(...changed, changed.length === 0 ? 'Изменений нет' : `${done}: ${changed.length}`);

export const textCommands: CommandsOf<Texts> = {
  export: {
    tell: (found, zone) => {
      const notices = found.map(({ name, texts, fields, own }) => [
        name,
        {
          ...texts,
          подстановки: fields,
          ...(own && { изменил: `${own.set_by}, ${issuedText(own.set_at, zone)}, версия ${own.version}` }),
        },
      ]);
      return said(JSON.stringify(Object.fromEntries(notices), null, 2));
    },
  },
  check: { read: ({ texts = '' }) => textsOf(texts), tell: told('Можно принять, изменится уведомлений') },
  load: { read: ({ texts = '' }) => textsOf(texts), tell: told('Изменено уведомлений') },
  reset: { tell: ({ name }) => said(`Уведомление ${name}: тексты снова встроенные`) },
};
