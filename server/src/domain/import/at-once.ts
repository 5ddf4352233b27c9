import type { Progress } from '#server/kernel/world.ts';

export type Hear = (progress: Progress) => void;

/** Threads that hash at once. */
const HASHING = 4;
/** Passwords between two words about the progress: some ten seconds. */
const IN_ONE_GO = 1000;

/** Does work that takes some 20 ms of a core for each password, and tells how far it has come. */
export async function atOnce(of: string, work: readonly (() => Promise<void>)[], hear: Hear): Promise<void> {
  const left = work.values();
  let done = 0;
  const next = async (): Promise<void> => {
    for (const one of left) {
      await one();
      done += 1;
      if (done % IN_ONE_GO === 0 || done === work.length) hear({ of, done, all: work.length });
    }
  };
  await Promise.all(Array.from({ length: HASHING }, next));
}
