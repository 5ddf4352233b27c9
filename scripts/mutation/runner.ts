import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { TestRunner, type RunnerTask, type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite } from 'vitest';
import { root } from '../lib/command.mjs';

// Runs each test of a file without a fault, then again with each fault that it came past, until one test has seen the fault. A repeated
// attempt of vitest is what such a run is: it begins and ends with the hooks of the test.

/** A line of the journal. */
export type Found =
  | { readonly kind: 'begun' | 'seen' | 'lived'; readonly id: number; readonly test: string }
  /** Some code does not forget a fault: the process is of no more use. */
  | { readonly kind: 'spoilt'; readonly id: number; readonly test: string }
  /**
   * Faults that could not be turned on in time: a module comes past them when it is loaded, a file before its tests, or a test that only
   * passes if none before it has run twice.
   */
  | { readonly kind: 'early'; readonly ids: readonly number[] }
  | { readonly kind: 'ended'; readonly file: string };

/** A test that takes longer is run once. */
const LONGEST_MS = 6000;
/** A quick test runs with every fault, however many tests that has lived in. */
const QUICK_MS = 50;
/** A test that takes so many times longer counts for as many. */
const USUAL_MS = 1000;
const LEAST_LIMIT_MS = 10_000;

const { faults } = globalThis;
const open = new Set(faults?.plan.switched?.open);
const lived = new Set(faults?.plan.switched?.lived);
const livedTimes = new Map<number, number>();
let isSpoilt = false;
let hadFault = false;

const record = (found: Found): void => {
  if (faults?.plan.switched) appendFileSync(faults.plan.switched.journal, `${JSON.stringify(found)}\n`);
};

const passedOf = (): number[] => [...open].filter((id) => faults?.passed[id] === 1);

function recordEarly(): void {
  const ids = passedOf();
  if (ids.length > 0) record({ kind: 'early', ids });
  faults?.passed.fill(0);
}

type Step = 'first' | 'second' | 'fault' | 'after';

/** How far a test has come. */
interface Course {
  readonly name: string;
  step: Step;
  waiting: number[];
  current: number;
  took: number;
  begun: number;
}

export default class MutationRunner extends TestRunner {
  readonly #courses = new Map<string, Course>();

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    if (!faults || test.type !== 'test' || test.mode === 'skip') return;
    if (isSpoilt || open.size === 0) test.mode = 'skip';
    const name = `${fileOf(test.file)} > ${test.fullTestName}`;
    this.#courses.set(test.id, { name, step: 'first', waiting: [], current: -1, took: 0, begun: 0 });
    test.retry = { count: 1_000_000 };
    recordEarly();
  }

  override onBeforeTryTask(test: RunnerTask, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options);
    const course = this.#courses.get(test.id);
    if (!course || !faults) return;
    course.begun = performance.now();
    faults.on = course.step === 'fault' ? course.current : -1;
    faults.limit(course.took === 0 ? 120_000 : LEAST_LIMIT_MS + 5 * course.took);
    if (faults.on < 0) return;
    hadFault = true;
    record({ kind: 'begun', id: faults.on, test: course.name });
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: { retry: number; repeats: number }): Promise<void> {
    await super.onAfterRetryTask(test, options);
    const course = this.#courses.get(test.id);
    if (!course || !faults || !test.result) return;
    faults.limit(0);
    faults.on = -1;
    const hasPassed = test.result.state !== 'fail';
    const goesOn = test.mode === 'run' && this.#turn(course, hasPassed);
    test.result.attempts = [];
    delete test.result.errors;
    if (goesOn) test.result.errors = [MORE];
    test.result.state = goesOn ? 'fail' : 'pass';
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (!('filepath' in suite) || isSpoilt) return;
    recordEarly();
    record({ kind: 'ended', file: fileOf(suite as RunnerTestFile) });
  }

  /** Whether the test runs once more. */
  #turn(course: Course, hasPassed: boolean): boolean {
    switch (course.step) {
      case 'first':
        return hasPassed ? this.#afterFirst(course) : spoilBefore();
      case 'second':
        return hasPassed && takeNext(course);
      case 'fault':
        return afterFault(course, hasPassed);
      case 'after':
        return hasPassed ? takeNext(course) : spoil(course);
    }
  }

  #afterFirst(course: Course): boolean {
    course.took = performance.now() - course.begun;
    course.waiting = passedOf().filter((id) => !lived.has(`${id} ${course.name}`));
    course.step = 'second';
    return course.waiting.length > 0 && course.took < LONGEST_MS;
  }
}

const MORE = { name: 'More', message: 'one more fault' };

const fileOf = ({ filepath }: RunnerTestFile): string => relative(root, filepath);

/** What a test has come past that can be repeated is judged by that; what else is come past is early. */
function endJudged(): false {
  faults?.passed.fill(0);
  return false;
}

function takeNext(course: Course): boolean {
  const next = course.waiting.shift();
  if (next === undefined) return endJudged();
  course.current = next;
  course.step = 'fault';
  return true;
}

function afterFault(course: Course, hasPassed: boolean): boolean {
  const { current: id, name: test } = course;
  record({ kind: hasPassed ? 'lived' : 'seen', id, test });
  if (hasPassed) {
    if (course.took > QUICK_MS) noteLived(id, Math.max(1, course.took / USUAL_MS));
    return takeNext(course);
  }
  open.delete(id);
  // Is it seen because of itself, and forgotten afterwards?
  course.step = 'after';
  return true;
}

function noteLived(id: number, count: number): void {
  const times = (livedTimes.get(id) ?? 0) + count;
  livedTimes.set(id, times);
  if (times >= (faults?.plan.switched?.most ?? Infinity)) open.delete(id);
}

function spoil({ current: id, name: test }: Course): boolean {
  isSpoilt = true;
  record({ kind: 'spoilt', id, test });
  return false;
}

/** It has failed without a fault. */
function spoilBefore(): boolean {
  isSpoilt = hadFault;
  if (!hadFault) recordEarly();
  return false;
}
