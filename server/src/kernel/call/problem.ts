import { allProblems, type FieldProblem, type ProblemCode } from '@kabinet/contract/kernel/problem';

interface ProblemDetail {
  /** Replaces the default text of the code with a more exact one. Russian. */
  readonly message?: string;
  readonly errors?: readonly FieldProblem[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number;
}

/** A refusal: the only error that is thrown on purpose. */
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
