import { expect, test } from 'vitest';
import { openAdmission, type Admission } from './admission.ts';

interface Crowd {
  readonly asked: number;
  readonly canDo: number;
  readonly seconds: number;
}

const opened = (now: () => number) => openAdmission(50, now);

/** A process that answers one request after another, and a crowd that asks at a fixed rate; milliseconds pass one by one. */
function day({ asked, canDo, seconds }: Crowd, open: (now: () => number) => Admission) {
  let now = 0;
  const admission = open(() => now);
  const line: number[] = [];
  const waits: number[] = [];
  let refused = 0;
  let coming = 0;
  let doing = 0;
  for (; now < seconds * 1000; now += 1) {
    for (coming += asked / 1000; coming >= 1; coming -= 1) {
      if (admission.enter()) line.push(now);
      else refused += 1;
    }
    for (doing = line.length === 0 ? 0 : doing + canDo / 1000; doing >= 1 && line.length > 0; doing -= 1) {
      waits.push(now - line.shift()!);
      admission.leave();
    }
  }
  const inTime = waits.filter((wait) => wait <= 2000).length;
  return { goodput: inTime / (canDo * seconds), refused, longest: Math.max(...waits) };
}

test.each([
  { asked: 600, canDo: 300, seconds: 60 },
  { asked: 2000, canDo: 300, seconds: 60 },
  { asked: 200, canDo: 80, seconds: 60 },
])('of $asked a second, a process that can do $canDo answers what it can, in time', (crowd) => {
  const { goodput, longest } = day(crowd, opened);
  expect(goodput).toBeGreaterThan(0.95);
  expect(longest).toBeLessThan(2500);
  const without = day(crowd, () => ({ enter: () => true, leave: () => undefined }));
  expect(without.goodput).toBeLessThan(0.3);
});

test('nobody is refused while the process keeps up, in a burst of some hundreds or after an idle night', () => {
  expect(day({ asked: 290, canDo: 300, seconds: 60 }, opened).refused).toBe(0);
  const admission = opened(() => 0);
  expect(Array.from({ length: 290 }, () => admission.enter())).not.toContain(false);
});

test('what was slow while a lock was held is forgotten when the process is quick again', () => {
  let now = 0;
  const admission = opened(() => now);
  const second = (perSecond: number) => {
    for (let done = 0; done < perSecond; done += 1) {
      now += 1000 / perSecond;
      admission.enter();
      admission.leave();
    }
  };
  // Forty wait for the lock the whole time.
  for (let waiting = 0; waiting < 40; waiting += 1) admission.enter();
  for (let past = 0; past < 10; past += 1) second(4);
  for (let past = 0; past < 10; past += 1) second(400);
  const letIn = Array.from({ length: 600 }, () => admission.enter()).filter(Boolean).length;
  expect(letIn).toBeGreaterThan(150);
});
