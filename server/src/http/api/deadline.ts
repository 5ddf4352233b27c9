import { Problem } from '#server/kernel/call/problem.ts';

/**
 * Resolves to the reply, or throws the problem `timeout` after so many milliseconds; the client would give up soon
 * after.
 */
export async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => {
      refuse(new Problem('timeout', { retryAfter: 60 }));
    }, milliseconds);
  });
  try {
    return await Promise.race([answer, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
