import type { FieldProblem, ProblemCode } from '@kabinet/contract/kernel/problem';

interface Refusal {
  status: number;
  code?: ProblemCode;
  message?: string;
  errors?: readonly FieldProblem[];
  request_id?: string;
}

/** The server refused the request and gave a reason. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ProblemCode | undefined;
  /** The error of each invalid field, by its path in the request: `body.login`. */
  readonly errors: Readonly<Record<string, string>>;
  /** The request id, which the subscriber can read out to support. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next request. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal, retryAfter?: number) {
    super(refusal.message ?? '');
    this.status = refusal.status;
    this.code = refusal.code;
    this.errors = Object.fromEntries((refusal.errors ?? []).map(({ path, message }) => [path, message]));
    this.requestId = refusal.request_id;
    this.retryAfter = retryAfter;
  }

  /** Reads the error from a response with any body. */
  static async of(answer: Response): Promise<ApiError> {
    const body = (await answer.json().catch(() => ({}))) as Partial<Refusal>;
    const wait = Number(answer.headers.get('retry-after') ?? Number.NaN);
    return new ApiError({ ...body, status: answer.status }, Number.isFinite(wait) ? wait : undefined);
  }
}

/** There was no response: no connection, or a timeout. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('Нет связи с сервером. Проверьте интернет и повторите', { cause });
  }
}

/** The session is over. The message is the server's on a 401, otherwise empty. It is never shown as a load error. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  /** The reason, if the server gives one: `session_ended`. */
  readonly code: ProblemCode | undefined;

  constructor(message: string, code?: ProblemCode) {
    super(message);
    this.code = code;
  }
}
