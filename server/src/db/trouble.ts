/** Connection lost (08), resources short, the disk's too (53), server ended or not begun (57P), a server that only reads (25006). */
const SQLSTATE = /^(?:08...|53...|57P..|25006)$/;

/** What the operating system says of a connection or of a full disk. */
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
]);

/** What node-postgres says without a code: no connection was free or made in time, or the one in use is gone. */
const UNCODED =
  /^(?:timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Cannot use a pool after calling end)|is not queryable$/;

/**
 * Whether an error tells of infrastructure and not of what was asked: the same may succeed in a moment. The one place that knows:
 * HTTP answers 503, the worker tries again, the charging run stops instead of blaming an account.
 */
export function isTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall, message, cause } = error as NodeJS.ErrnoException;
  if (isTroubleCode(code) || (syscall === 'connect' && code !== undefined)) return true;
  return (code === undefined && UNCODED.test(message)) || isTrouble(cause);
}

const isTroubleCode = (code: unknown): boolean => typeof code === 'string' && (SYSTEM.has(code) || SQLSTATE.test(code));
