import { z } from 'zod';
import { tableOf } from '#server/operator/markdown-table.ts';
import { Environment } from './environment.ts';
import { SERVER_SETTINGS, type SettingSection, type SettingWords } from './settings.texts.ts';
import { SYSTEM_SETTINGS } from './systems.texts.ts';

type Language = keyof SettingWords;

export const SECTIONS: readonly SettingSection[] = [SERVER_SETTINGS, ...SYSTEM_SETTINGS];

const ABOUT: SettingWords = {
  en: `# Settings

Environment variables. \`npm run docs\` makes this page from the schema (\`server/src/config\`).

An invalid or missing value, or an unknown name that looks like one of these (\`ACQUIRERR\`), stops the start with one sentence
that names it; \`npm run operator -- check\` names all of them at once and changes nothing.
`,
  ru: `# Настройки

Переменные окружения. Эту страницу составляет \`npm run docs\` по схеме (\`server/src/config\`).

Если значение неверно, его нет или имя похоже на наше, но такой переменной нет (\`ACQUIRERR\`), запуск прерывается с объяснением,
в котором названа переменная; \`npm run operator -- check\` назовёт сразу все и ничего не изменит.
`,
};

const HEADER: Record<Language, readonly string[]> = {
  en: ['variable', 'default', 'meaning'],
  ru: ['переменная', 'по умолчанию', 'что значит'],
};

/** The value that the schema takes when the variable is missing. What depends on the machine is told in words. */
function defaultOf(name: string): string {
  if (name === 'LOG_LEVEL') return '';
  const schema: z.ZodType = Environment.shape[name as keyof typeof Environment.shape];
  const { data } = z.object({ [name]: schema }).safeParse({});
  // The schemas of the environment have no other kinds of values.
  const value = data?.[name] as string | number | boolean | readonly string[] | undefined;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  return `\`${typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)}\``;
}

function sectionIn(language: Language, { title, settings }: SettingSection): string {
  const rows = Object.entries(settings).map(([name, words]) => [`\`${name}\``, defaultOf(name), words[language]]);
  return `## ${title[language]}\n\n${tableOf([HEADER[language], ...rows])}\n`;
}

/** The page of all settings, for docs/settings.md or docs/settings.ru.md. */
export const settingsPage = (language: Language): string =>
  [ABOUT[language], ...SECTIONS.map((section) => sectionIn(language, section))].join('\n');
