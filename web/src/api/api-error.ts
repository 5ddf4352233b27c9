import type { FieldProblem, ProblemCode } from '@kabinet/contract/kernel/problem';

interface Refusal {
  status: number;
  code?: ProblemCode;
  message?: string;
  errors?: readonly FieldProblem[];
  request_id?: string;
}

/** The server said no, and said why. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ProblemCode | undefined;
  /** What is wrong with each field, by its path in the request: `body.login`. */
  readonly errors: Readonly<Record<string, string>>;
  /** What a subscriber may read out to support. */
  readonly requestId: string | undefined;
  /** Seconds to wait before asking again. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal, retryAfter?: number) {
    super(refusal.message ?? '');
    this.status = refusal.status;
    this.code = refusal.code;
    this.errors = Object.fromEntries((refusal.errors ?? []).map(({ path, message }) => [path, message]));
    this.requestId = refusal.request_id;
    this.retryAfter = retryAfter;
  }

  /** Reads the refusal out of an answer, whatever its body is. */
  static async of(answer: Response): Promise<ApiError> {
    const body = (await answer.json().catch(() => ({}))) as Partial<Refusal>;
    const wait = Number(answer.headers.get('retry-after') ?? Number.NaN);
    return new ApiError({ ...body, status: answer.status }, Number.isFinite(wait) ? wait : undefined);
  }
}

/** There was no answer: no connection, or none within the time allowed. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('Нет связи с сервером. Проверьте интернет и повторите', { cause });
  }
}

/** The session is over: its message is the server's on a 401, otherwise empty. It is never shown as a load error. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  /** Why, as far as the server tells: `session_ended`. */
  readonly code: ProblemCode | undefined;

  constructor(message: string, code?: ProblemCode) {
    super(message);
    this.code = code;
  }
}
