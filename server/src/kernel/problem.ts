import { allProblems, type FieldProblem, type ProblemCode } from '@kabinet/contract/kernel/problem';

interface ProblemDetail {
  /** Said instead of the text of the code, when it can be more exact. Russian. */
  readonly message?: string;
  readonly errors?: readonly FieldProblem[];
  /** Seconds after which it makes sense to try again. */
  readonly retryAfter?: number;
}

/** A refusal: the only thing that is thrown on purpose. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: ProblemDetail;

  constructor(code: ProblemCode, detail: ProblemDetail = {}) {
    super(detail.message ?? allProblems[code].text);
    this.name = 'Problem';
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return allProblems[this.code].status;
  }
}
