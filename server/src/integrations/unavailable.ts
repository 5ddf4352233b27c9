import { Problem } from '#server/kernel/call/problem.ts';

/** The problem for any failure of an outside system: the client reads one sentence, the log has the cause. */
export const unavailable = (cause: unknown): Problem => Object.assign(new Problem('outside_unavailable'), { cause });
