import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { OwnText } from './own-text.rules.ts';

/** The operator's text of a notice; undefined if the built-in text is used. */
export const ownTextOf = async (tx: Tx, name: string): Promise<OwnText | undefined> =>
  (
    await tx.maybe<{ texts: OwnText | null }>(sql`
      select texts from notice_text where name = ${name} order by version desc limit 1`)
  )?.texts ?? undefined;

export interface TextVersion {
  readonly name: string;
  readonly version: number;
  readonly texts: OwnText | null;
  readonly set_by: string;
  readonly set_at: Instant;
}

/** The last version of each notice that was ever changed. */
export const ownTexts = (tx: Tx): Promise<TextVersion[]> =>
  tx.rows(sql`
    select distinct on (name) name, version, texts, set_by, set_at from notice_text order by name, version desc`);

/** Stores a new version; two simultaneous versions are stored one after the other. */
export async function putOwnText(
  tx: Tx,
  name: string,
  texts: OwnText | null,
  { by, now }: { by: string; now: Date },
): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`text ${name}`}, 0))`);
  const { version } = await tx.one<{ version: number }>(sql`
    insert into notice_text (name, version, texts, set_by, set_at)
    select ${name}, coalesce(max(version), 0) + 1, ${texts === null ? null : JSON.stringify(texts)}::jsonb, ${by}, ${now}
    from notice_text where name = ${name}
    returning version`);
  return version;
}
