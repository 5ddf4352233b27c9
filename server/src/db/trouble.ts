/**
 * Connection lost (08), resources short, including the disk (53), server ended or not started (57P), read-only server
 * (25006).
 */
const SQLSTATE = /^(?:08...|53...|57P..|25006)$/;

/** Errors of the operating system about a connection or a full disk. */
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

/** Errors of node-postgres without a code: no connection was free or made in time, or the one in use is gone. */
const UNCODED =
  /^(?:timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Cannot use a pool after calling end)|is not queryable$/;

/**
 * Whether an error is an infrastructure failure, so that a retry may succeed. Everybody asks this function: HTTP
 * answers 503, the worker retries, the charging run stops instead of blaming an account.
 */
export function isTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall, message, cause } = error as NodeJS.ErrnoException;
  if (isTroubleCode(code) || (syscall === 'connect' && code !== undefined)) return true;
  return (code === undefined && UNCODED.test(message)) || isTrouble(cause);
}

const isTroubleCode = (code: unknown): boolean => typeof code === 'string' && (SYSTEM.has(code) || SQLSTATE.test(code));
