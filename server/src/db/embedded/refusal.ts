/** The embedded PostgreSQL cannot start for a reason its operator can mend; the message is one sentence for them. */
export class EmbeddedRefused extends Error {
  override name = 'EmbeddedRefused';
}
