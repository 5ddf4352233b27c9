/**
 * The embedded PostgreSQL cannot start for a reason that the operator can fix; the message is one sentence for the
 * operator.
 */
export class EmbeddedRefused extends Error {
  override name = 'EmbeddedRefused';
}
