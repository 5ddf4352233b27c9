import { expect, test } from 'vitest';
import { z } from 'zod';
import { day } from '@kabinet/contract/kernel/day';
import { call, type Call } from '@kabinet/contract/kernel/call/call';
import type { FieldProblem } from '@kabinet/contract/kernel/problem';
import type { Tx } from '#server/db/database.ts';
import type { HandlerNotes } from '#server/kernel/audit.ts';
import { answerCall } from '#server/kernel/call/answer.ts';
import type { Problem } from '#server/kernel/call/problem.ts';
import { NO_BROWSER, NO_NOTES } from '#server/kernel/nobody.ts';
import type { Caller, Operator, Portal, ScopeOf } from '#server/kernel/world.ts';

const NUMBER = '79271234567';
const made = (name: string, of: object = {}): Call => ({
  ...call({ method: 'GET', path: `/v2/test/${name}`, members: [], summary: 'Test', result: z.unknown() }),
  ...of,
});
const plain = made('plain');
const guarded = made('guarded', { confirm: true });
const [open, waiting] = ['open', 'waiting'].map((name) => made(name, { access: 'public' })) as [Call, Call];
const closed = made('closed');

const TECHNICIAN: Operator = { kind: 'operator', name: 'А', role: 'technician' };
const OWNER: Caller = { sessionId: 's', contractId: 100_001 };
const GUEST: Caller = { sessionId: 'g', contractId: undefined };

/** What is there for the calls of subscribers, and for those of the staff. */
type AnyScope = ScopeOf<Call & { readonly access: 'operator' }> & { readonly subscriber?: Caller };
type Handler = (input: { query: Record<string, unknown> }, scope: AnyScope) => unknown;

const part = () => Promise.resolve('part');
const PARTS = new Map<Call, object>([
  [open, part],
  [closed, part],
  [waiting, Object.assign(() => part(), { ownTransactions: true })],
]);

/** A portal with this handler for all calls but the parts; it answers in a transaction, unless told. */
function portalOf(handler: Handler = () => 'done', isConfirmed = true) {
  const asked: unknown[] = [];
  const tx = {} as Tx;
  const own = (...args: Parameters<Handler>) => Promise.resolve(handler(...args));
  const portal = {
    world: {},
    handlerOf: (of: Call) => PARTS.get(of) ?? own,
    isConfirmed: (within: unknown) => {
      asked.push(within === tx);
      return Promise.resolve(isConfirmed);
    },
  } as unknown as Portal;
  const [now, today] = [new Date('2026-11-20T10:05:00Z'), day('2026-11-20')];
  const running = { portal, request: NO_BROWSER, reply: NO_NOTES, now, today };
  const answer = (one: Call, within: object = {}, query: object = {}) =>
    answerCall(running, one, { query }, { db: tx, ...within });
  return { answer, asked, db: { read: (work: (within: Tx) => unknown) => work(tx) } };
}

test('a call that needs a confirmation has it from a subscriber who confirmed; the staff are asked elsewhere', async () => {
  const refused = { code: 'confirmation_required' };
  for (const isConfirmed of [false, true]) {
    const { answer, asked, db } = portalOf(undefined, isConfirmed);
    expect(await answer(plain, { caller: OWNER })).toBe('done');
    expect(await answer(guarded, { operator: TECHNICIAN })).toBe('done');
    for (const caller of [GUEST, undefined]) await expect(answer(guarded, { caller })).rejects.toMatchObject(refused);
    expect(asked).toEqual([]);
    for (const within of [{ caller: OWNER }, { caller: OWNER, db }]) {
      const answered = answer(guarded, within);
      await (isConfirmed ? expect(answered).resolves.toBe('done') : expect(answered).rejects.toMatchObject(refused));
    }
    expect(asked).toEqual([true, true]);
  }
});

test('only a caller with a contract is a subscriber to the handler', async () => {
  const { answer } = portalOf((_, { subscriber }) => subscriber ?? 'nobody');
  expect(await answer(plain, { caller: OWNER })).toEqual(OWNER);
  expect([await answer(plain, { caller: GUEST }), await answer(plain)]).toEqual(['nobody', 'nobody']);
});

test('what a handler tells beside its reply is noted where somebody takes it', async () => {
  const { answer } = portalOf((_, scope) => {
    scope.tellChange(1, 2);
    scope.leaveNoRow();
    scope.showOwnVisit();
    return 'done';
  });
  const told: HandlerNotes = {};
  expect([await answer(plain, { told }), await answer(plain)]).toEqual(['done', 'done']);
  expect(told).toEqual({ change: { before: 1, after: 2 }, leavesNoRow: true, isOnVisit: true });
});

test('the staff see what is personal by their roles, a technician whole on his own visit, and a subscriber always', async () => {
  const one = made('personal', { result: z.object({ phone: z.string().meta({ personal: 'phone' }) }) });
  const { answer } = portalOf(({ query }, scope) => {
    if (query['own'] === 'yes') scope.showOwnVisit();
    return { phone: NUMBER };
  });
  const shown = async (within: object, own: string) =>
    (await answer({ ...one, query: z.object({ own: z.string() }) }, { told: {}, ...within }, { own })) as object;
  expect(await shown({ operator: TECHNICIAN }, 'no')).toEqual({ phone: '•••67' });
  expect(await shown({ operator: TECHNICIAN }, 'yes')).toEqual({ phone: NUMBER });
  expect(await shown({ caller: OWNER }, 'no')).toEqual({ phone: NUMBER });
});

test('a part is refused whom its call is closed to, and in a transaction one that waits for others', async () => {
  const ask = (wanted: Call, within: object) => {
    const { answer, db } = portalOf((_, scope) => scope.ask(wanted, {}));
    return answer(plain, 'caller' in within ? within : { db });
  };
  expect(await ask(open, { caller: OWNER })).toBe('part');
  expect(await ask(open, { caller: undefined })).toBe('part');
  expect(await ask(closed, { caller: OWNER })).toBe('part');
  await expect(ask(closed, { caller: GUEST })).rejects.toMatchObject({ code: 'unauthorized' });
  const errors = [{ path: waiting.path, message: 'Этот список запросите отдельно' }];
  await expect(ask(waiting, { caller: OWNER })).rejects.toMatchObject({ code: 'bad_input', detail: { errors } });
  expect(await ask(waiting, {})).toBe('part');
});

test('a refusal of the input names twenty faults at most, from the first, in Russian; the staff read the possible values', async () => {
  const names = Array.from({ length: 22 }, (_, at) => `f${at}`);
  const wanted = (schema: z.ZodType) =>
    made('wanted', { query: z.object(Object.fromEntries(names.map((name) => [name, schema]))) });
  const { answer } = portalOf(({ query }) => query);
  const errorsFor = async (within: object): Promise<readonly FieldProblem[]> => {
    const asked = answer(wanted(z.enum(['tv', 'sip'])), within, Object.fromEntries(names.map((name) => [name, 'x'])));
    const refusal: unknown = await asked.catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'bad_input' });
    return (refusal as Problem).detail.errors!;
  };
  const fields = names.slice(0, 20).map((name) => `query.${name}`);
  const said = (message: string) => fields.map((path) => ({ path, message }));
  expect(await errorsFor({ caller: OWNER })).toEqual(said('Выберите одно из возможных значений'));
  expect(await errorsFor({ operator: TECHNICIAN })).toEqual(said('Выберите одно из значений: tv, sip'));
  const right = Object.fromEntries(names.map((name) => [name, 'x']));
  expect(await answer(wanted(z.string()), {}, right)).toEqual(right);
});
