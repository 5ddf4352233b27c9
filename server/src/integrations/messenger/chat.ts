import type { z } from 'zod';

const LONGEST_NAME = 64;

/** The name of a chat as its owner has chosen it, harmless: one line, without invisible characters that would turn it round. */
export const chatNameOf = (given: string, chatId: string): string =>
  Array.from(given.replace(/[\p{C}\p{Z}]+/gu, ' ').trim())
    .slice(0, LONGEST_NAME)
    .join('') || chatId;

/** What a messenger tells; undefined if it is of no use for us. A refusal would make the messenger repeat it for days. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
