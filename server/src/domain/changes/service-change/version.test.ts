import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { Suspender } from '../../../../test/portal/suspender.ts';

/** On the tenth of December, around midnight in Samara; a month of the client's plan costs 310 roubles. */
const AT = (time: string) => new Date(`2026-12-${time}+04:00`);
const NEW_DAY = [{ path: 'body.version', message: 'Суммы посчитаны вчера' }];

let one: Suspender;
let dear: number;
let router: number;

beforeEach(async () => {
  one = await Suspender.inDecember('2026-12-10');
  dear = await idOf(`insert into plan (service_kind, name, summary, price_kopecks)
    values ('internet', 'Быстрый', '', 62000) returning plan_id as id`);
  router = await idOf(`insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
    select plan_id, 'Роутер', '', '', 9300 from service_user returning option_id as id`);
  await one.portal.pool.query(`insert into program (program_id, service_kind, name, summary, description, price_kopecks)
    values (1, 'internet', 'Антивирус', '', '', 12400), (2, 'contract', 'Счёт на бумаге', '', '', 15500)`);
});

const idOf = async (insert: string) => (await one.portal.pool.query<{ id: number }>(insert)).rows[0]!.id;

/** A kind of change: its preview, and the decision. */
interface Way {
  readonly tell: () => Promise<CallReply>;
  readonly decide: (version?: string) => Promise<CallReply>;
}
interface CallReply {
  readonly status: number;
  readonly body: object;
}

const versioned = (version?: string) => (version === undefined ? {} : { version });
const mine = () => ({ user_id: one.client.userId });
const sent = (call: Parameters<Suspender['portal']['send']>[0], body: object) =>
  one.portal.send(call, { body }, one.client.contractId) as Promise<CallReply>;

const way = (preview: Parameters<typeof sent>[0], change: Parameters<typeof sent>[0], asked: () => object): Way => ({
  tell: () => sent(preview, asked()),
  decide: (version) => sent(change, { ...asked(), ...versioned(version) }),
});

const { plan, user, internetContract, suspension } = contract;
const WAYS: readonly [name: string, way: Way][] = [
  ['a plan', way(plan.preview, plan.change, () => ({ ...mine(), plan_id: dear, when: 'now' }))],
  ['a plan of later', way(plan.preview, plan.change, () => ({ ...mine(), plan_id: dear, when: 'next_period' }))],
  ['an option', way(plan.optionPreview, plan.changeOption, () => ({ ...mine(), option_id: router, status: 'on' }))],
  ['a program', way(user.programPreview, user.changeProgram, () => ({ ...mine(), programm_id: 1, status: 'on' }))],
  [
    'a program of the contract',
    way(internetContract.programPreview, internetContract.changeProgram, () => ({ programm_id: 2, status: 'on' })),
  ],
  [
    'a suspension',
    way(suspension.preview, suspension.start, () => ({ ...mine(), from: '2026-12-11', until: '2026-12-16' })),
  ],
];
const BACK = way(suspension.returnPreview, suspension.return, mine);

interface Told {
  readonly version: string;
  readonly charge_now: string;
  readonly parts: readonly { readonly amount: string }[];
  readonly undo_until: unknown;
}

/**
 * The preview without its version and without the moment until which it can be taken back, which is counted from the
 * change.
 */
async function told({ tell }: Way): Promise<{ version: string; rest: object; charged: number }> {
  const { status, body } = await tell();
  expect(status).toBe(200);
  const { version, undo_until: _, ...rest } = body as Told;
  const inKopecks = (rubles: string) => Math.round(Number(rubles) * 100);
  const charged = inKopecks(rest.charge_now);
  expect(rest.parts.reduce((sum, { amount }) => sum + inKopecks(amount), 0)).toBe(charged);
  return { version, rest, charged };
}

async function carriedOutAsTold(its: Way, { version, rest, charged }: Awaited<ReturnType<typeof told>>): Promise<void> {
  const before = await one.balance();
  expect(await its.decide(version)).toMatchObject({ status: 200, body: rest });
  expect(before - (await one.balance())).toBe(charged);
  expect(await one.faults()).toEqual([]);
}

/** Some of these changes need an active suspension. */
const suspended = async (its: Way) => {
  if (its === BACK) await one.start('2026-12-10', '2026-12-20');
};

describe.each([...WAYS, ['an early return', BACK] as const])('%s', (_, its) => {
  beforeEach(() => suspended(its));

  test('previewed at 23:59 is carried out before midnight for the same sums', async () => {
    one.portal.clock.set(AT('10T23:59:00'));
    const before = await told(its);
    one.portal.clock.set(AT('10T23:59:30'));
    await carriedOutAsTold(its, before);
  });

  test('is refused after midnight because of the day, without moving money; a new preview is carried out', async () => {
    one.portal.clock.set(AT('10T23:59:00'));
    const { version } = await told(its);
    one.portal.clock.set(AT('11T00:00:10'));
    const next = await told(its);
    await chargeUpTo(one.portal.world);
    const balance = await one.balance();
    one.portal.clock.set(AT('11T00:01:00'));
    const refused = await its.decide(version);
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', errors: NEW_DAY } });
    expect(await one.balance()).toBe(balance);
    expect(await told(its)).toEqual(next);
    await carriedOutAsTold(its, next);
  });

  test('is neither previewed nor carried out for this day while the run is already in the next one', async () => {
    one.portal.clock.set(AT('11T00:00:01'));
    await chargeUpTo(one.portal.world);
    const balance = await one.balance();
    one.portal.clock.set(AT('10T23:59:59'));
    for (const ask of [its.tell, its.decide]) {
      expect((await ask()).body).toMatchObject({ code: 'changed_meanwhile', errors: NEW_DAY });
    }
    expect(await one.balance()).toBe(balance);
  });
});

test('the prices of the two days differ, so the old preview would have been wrong', async () => {
  const [, its] = WAYS[0]!;
  one.portal.clock.set(AT('10T23:59:00'));
  const before = await told(its);
  one.portal.clock.set(AT('11T00:01:00'));
  const after = await told(its);
  // Twenty-two days of thirty-one, and then twenty-one, of 620 roubles in place of 310.
  expect([before.charged, after.charged]).toEqual([220_00, 210_00]);
});

test("another state on the same day is not reported as yesterday's", async () => {
  const [, its] = WAYS[2]!;
  const { version } = await told(its);
  await its.decide(version);
  const { body } = await WAYS[0]![1].decide(version);
  expect(body).toMatchObject({
    code: 'changed_meanwhile',
    message: expect.stringContaining('в другом окне') as string,
  });
  expect(body).not.toHaveProperty('errors');
});

test('a program of the contract is another state of the contract', async () => {
  const [, its] = WAYS[4]!;
  const { version } = await told(its);
  await its.decide(version);
  const off = await sent(internetContract.changeProgram, { programm_id: 2, status: 'off', version });
  expect(off.body).toMatchObject({ code: 'changed_meanwhile' });
});

test('an account that was never charged pays for a change', async () => {
  await one.portal.pool.query('update account set charged_through = null');
  const [, its] = WAYS[2]!;
  await carriedOutAsTold(its, await told(its));
});

test('a read returns the same version as a preview', async () => {
  const { version } = await told(WAYS[0]![1]);
  const read = await one.portal.send(plan.options, { params: { id: one.client.userId } }, one.client.contractId);
  expect([read.body.version, (await one.get()).version]).toEqual([version, version]);
});
