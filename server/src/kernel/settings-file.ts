import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Reads a JSON file that a setting names; throws one sentence that names the setting. */
export async function readSettingsFile<T extends z.ZodType>(
  setting: string,
  path: string | URL,
  schema: T,
): Promise<z.output<T>> {
  return parsedSetting(setting, await readJson(setting, path), schema);
}

/** Parses a setting by its schema; throws one sentence that names the setting. */
export function parsedSetting<T extends z.ZodType>(setting: string, value: unknown, schema: T): z.output<T> {
  const parsed = schema.safeParse(value, { error: z.locales.ru().localeError });
  if (parsed.success) return parsed.data;
  throw wrong(setting, parsed.error.issues.map(issueText).join('; '));
}

async function readJson(setting: string, path: string | URL): Promise<unknown> {
  try {
    // Windows editors write a byte order mark before the text.
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw wrong(setting, `файла ${String(path)} нет`);
    // The content of the file is left out: it may be a secret.
    const why =
      code === undefined ? `в файле ${String(path)} не JSON${placeOf(message)}` : `файл не читается, ${message}`;
    throw wrong(setting, why);
  }
}

/** Where a text stops being JSON, if the parser says so. */
function placeOf(message: string): string {
  const line = /\(line (\d+) /.exec(message)?.[1];
  return line === undefined ? '' : `: ошибка в строке ${line} или перед ней`;
}

const wrong = (setting: string, why: string) => new Error(`настройка ${setting} неверна: ${why}`);

const issueText = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${path.join('.')} — ${message}`;
