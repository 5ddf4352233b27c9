import { dayIn } from '@kabinet/contract/kernel/day';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { ownTexts, putOwnText } from '#server/domain/messaging/own-text.queries.ts';
import {
  templateOf,
  TEXT_PARTS,
  ownTextFault,
  type OwnText,
  type OwnTextPart,
  type Texts as Written,
} from '#server/domain/messaging/own-text.rules.ts';
import type { NoticeExample } from '../../shared/notice-example.ts';
import { examplesOn } from '../../shared/notice-examples.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

type Texts = OperatorContract['texts'];
type Scope = ScopeOf<Texts['load']>;
type Row = Parameters<PlainHandlers<Texts>['load']>[0]['body']['texts'][number];
type Checked = Result<Texts['check']>;

/** Notices whose texts may be changed, with made-up data. */
const examplesNow = ({ now, provider }: Pick<Scope, 'now' | 'provider'>): readonly NoticeExample[] =>
  examplesOn(dayIn(provider.time_zone, now)).filter(({ category }) => category !== 'news');

/** The built-in texts with names in braces. */
function builtIn({ said, fields }: NoticeExample): Written {
  const { chat, sms, mail } = said();
  const [title = '', ...paragraphs] = chat.split('\n\n');
  const texts = { title, text: paragraphs.join('\n\n'), sms, subject: mail.subject, letter: mail.text.trim() };
  return Object.fromEntries(TEXT_PARTS.map((part) => [part, templateOf(texts[part], fields)])) as Written & OwnText;
}

const isPart = (part: string): part is OwnTextPart => (TEXT_PARTS as readonly string[]).includes(part);

/** Checks the rows; returns the faults, and the texts that differ from the built-in ones, by notice. */
function read(rows: readonly Row[], scope: Scope) {
  const examples = new Map(examplesNow(scope).map((example) => [example.name, example]));
  const wrong: { line: number; reason: string }[] = [];
  const own = new Map<string, OwnText>();
  for (const { line, name, part, value } of rows) {
    const example = examples.get(name);
    if (!example || !isPart(part)) {
      const reason = example
        ? `нет такого текста: ${part}. Есть: ${TEXT_PARTS.join(', ')}`
        : `нет такого уведомления: ${name}`;
      wrong.push({ line, reason });
      continue;
    }
    const { [part]: template } = builtIn(example);
    const link = `${scope.publicUrl}/lk${example.said().link ?? '/'}`;
    const reason = ownTextFault({ part, template: value, builtIn: template, fields: example.fields, link });
    if (reason !== undefined) wrong.push({ line, reason: `${name}, ${part}: ${reason}` });
    own.set(name, { ...own.get(name), ...(value.trim() !== template.trim() && { [part]: value.trim() }) });
  }
  return { wrong, own };
}

const sameTexts = (one: OwnText, other: OwnText): boolean => TEXT_PARTS.every((part) => one[part] === other[part]);

/** Texts that differ from the current ones. */
async function changes(db: Tx, own: ReadonlyMap<string, OwnText>): Promise<[string, OwnText][]> {
  const now = new Map((await ownTexts(db)).map(({ name, texts }) => [name, texts ?? {}]));
  return [...own].filter(([name, texts]) => !sameTexts(texts, now.get(name) ?? {}));
}

async function checked(rows: readonly Row[], scope: Scope): Promise<Checked & { changes: [string, OwnText][] }> {
  const { wrong, own } = read(rows, scope);
  const found = wrong.length > 0 ? [] : await changes(scope.db, own);
  return { wrong, changed: found.map(([name]) => name), changes: found };
}

export const textHandlers: PlainHandlers<Texts> = {
  export: async (_, { db, now, provider }) => {
    const own = new Map((await ownTexts(db)).map((version) => [version.name, version]));
    return examplesNow({ now, provider }).map((example) => {
      const version = own.get(example.name);
      return {
        name: example.name,
        texts: { ...builtIn(example), ...version?.texts },
        fields: example.fields,
        own: version?.texts ? { version: version.version, set_by: version.set_by, set_at: version.set_at } : null,
      };
    });
  },
  check: async ({ body }, scope) => {
    const { wrong, changed } = await checked(body.texts, scope);
    return { wrong, changed };
  },
  load: async ({ body }, scope) => {
    const { wrong, changed, changes: found } = await checked(body.texts, scope);
    for (const [name, texts] of found) {
      const isBuiltIn = Object.keys(texts).length === 0;
      await putOwnText(scope.db, name, isBuiltIn ? null : texts, { by: scope.operator.name, now: scope.now });
    }
    return { wrong, changed };
  },
  reset: async ({ body: { name } }, { db, now, operator }) => {
    const isOwn = (await ownTexts(db)).some((version) => version.name === name && version.texts !== null);
    if (!isOwn) throw new Problem('text_not_own');
    await putOwnText(db, name, null, { by: operator.name, now });
    return { name };
  },
};
