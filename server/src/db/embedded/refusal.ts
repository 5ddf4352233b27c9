/**
 * The embedded PostgreSQL cannot start for a reason that the operator can fix; the message is one sentence for the
 * operator.
 */
export class EmbeddedRefused extends Error {
  override name = 'EmbeddedRefused';
}

/** The data folder cannot be used. */
export const unfitDataFolder = (dataDir: string, why: string): EmbeddedRefused =>
  new EmbeddedRefused(`Папка данных ${dataDir} из KABINET_DATA не годится: ${why}.`);
