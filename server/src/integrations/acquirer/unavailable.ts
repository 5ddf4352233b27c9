import { Problem } from '#kernel/problem.ts';

/** What any failure of a bank becomes: the client reads one sentence, the log has the cause. */
export const unavailable = (cause: unknown): Problem => Object.assign(new Problem('outside_unavailable'), { cause });
