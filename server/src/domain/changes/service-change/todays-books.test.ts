import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import type { ClientShape } from '../../../../test/portal/client.ts';
import { plainSpaces } from '../../../../test/portal/plain-spaces.ts';
import { refusal, Suspender } from '../../../../test/portal/suspender.ts';

const { plan, internetContract, byDefault } = contract;
const BAR = 'Сначала оплатите долг по счёту «Интернет»';
const PAUSED = 'Услуга на паузе. Сначала верните её';

let one: Suspender;
let [starter, otherPlan, option, otherOption] = [0, 0, 0, 0];

/**
 * In the afternoon of the tenth of December: a client with an internet of ten roubles a day, another plan, options, a
 * TV starter.
 */
async function begin(shape: ClientShape = {}): Promise<void> {
  one = await Suspender.inDecember('2026-12-10', shape, { days_between: 0 });
  const idOf = async (text: string, ...values: unknown[]) =>
    Number((await one.portal.pool.query<{ id: number }>(text, values)).rows[0]?.id);
  const addPlan = (kind: string) =>
    idOf(
      `insert into plan (service_kind, name, summary, price_kopecks, unit) values ($1, 'Другой', '', 310, 'month') returning plan_id as id`,
      kind,
    );
  const addOption = (of: string) =>
    idOf(
      `insert into plan_option (plan_id, name, oferta, remarks, price_kopecks) select ${of}, 'Роутер', '', '', 0 returning option_id as id`,
    );
  otherPlan = await addPlan('internet');
  option = await addOption('(select plan_id from service_user)');
  otherOption = await addOption(String(otherPlan));
  starter = await idOf(
    `insert into program (program_id, service_kind, name, summary, description, price_kopecks, plan_id)
     values (1010, 'contract', 'ТВ', '', '', 0, $1) returning program_id as id`,
    await addPlan('tv'),
  );
}

/** Two minutes after midnight: the run has charged the day before, but not this day. */
async function afterMidnightOf(eve: string): Promise<void> {
  const { clock, world } = one.portal;
  clock.set(new Date(`${eve}T10:00:00Z`));
  await chargeUpTo(world);
  clock.set(new Date(`${eve}T20:02:00Z`));
}

const send: Suspender['portal']['send'] = (call, request) => one.portal.send(call, request, one.client.contractId);
const offers = async () => (await send(plan.options, { params: { id: String(one.client.userId) } })).body;
const drawn = async () =>
  (await send(internetContract.allowedDrawPrograms, {})).body.find(({ programm_id }) => programm_id === starter);
const allowed = async () =>
  (await send(internetContract.allowedPrograms, {})).body.map(({ programm_id }) => programm_id);
const planPreview = () =>
  refusal(send(plan.preview, { body: { user_id: one.client.userId, plan_id: otherPlan, when: 'next_period' } }));
const optionPreview = (option_id: number) =>
  refusal(send(plan.optionPreview, { body: { user_id: one.client.userId, option_id, status: 'on' } }));

/** Everything that catching up could leave behind. */
const books = async () =>
  (
    await one.portal.pool.query<{ all: unknown }>(
      `select json_build_array((select json_agg(a) from account a), (select json_agg(u) from service_user u), (select json_agg(s) from suspension s),
         (select count(*) from ledger_entry), (select count(*) from message), (select count(*) from outbox_effect)) as all`,
    )
  ).rows[0]?.all;

describe('after midnight and before the run, offers nothing that the new day forbids', () => {
  describe('when the new day brings a debt', () => {
    beforeEach(async () => {
      await begin({ balance: 310_00 });
      await afterMidnightOf('2026-12-31');
    });

    test('refuses a starter program with the text of its preview, and shows the missing sum with the day', async () => {
      expect(await drawn()).toMatchObject({ control: { status: 'locked', text: BAR }, missing_amount: '313.10' });
      expect(await allowed()).toEqual([]);
      const body = { programm_id: starter, status: 'on' as const };
      expect(await refusal(send(internetContract.programPreview, { body }))).toEqual([409, 'change_not_allowed', BAR]);
    });

    test('refuses a suspension with the reason of its preview', async () => {
      const { available, reason } = await one.get();
      expect(available).toBe(false);
      expect(await refusal(one.preview('2027-01-01', '2027-01-11'))).toEqual([
        409,
        'change_not_allowed',
        plainSpaces(reason),
      ]);
    });

    test('one batch gives the same facts in all its parts', async () => {
      const body = { [`plan/options/${one.client.userId}`]: {}, 'internet-contract/allowed-draw-programs': {} };
      const { status, body: parts } = await send(byDefault.index, { body });
      expect([status, Object.keys(parts)]).toEqual([200, Object.keys(body)]);
      expect(parts['internet-contract/allowed-draw-programs']).toMatchObject([{ control: { status: 'locked' } }]);
    });

    test('and reading writes nothing', async () => {
      const before = await books();
      await drawn();
      await offers();
      await one.get();
      expect(await books()).toEqual(before);
    });
  });

  test('when a suspension begins, offers neither plans nor options and shows it as active', async () => {
    await begin();
    await one.start('2026-12-12', '2026-12-22');
    await afterMidnightOf('2026-12-11');
    const { plans, options } = await offers();
    expect(plans.find(({ plan_id }) => plan_id === otherPlan)?.control).toMatchObject({ status: 'locked' });
    expect(options.map(({ control }) => control)).toMatchObject([{ status: 'locked', text: PAUSED }]);
    expect(await planPreview()).toEqual([409, 'change_not_allowed', PAUSED]);
    expect(await optionPreview(option)).toEqual([409, 'change_not_allowed', PAUSED]);
    expect((await one.get()).current?.state).toBe('active');
    const begun = 'Услуга уже приостановлена. Её можно возобновить';
    expect(await refusal(one.cancel())).toEqual([409, 'change_not_allowed', begun]);
  });

  test('when a suspension ends, does not offer an early return', async () => {
    await begin();
    await one.start('2026-12-11', '2026-12-16');
    await afterMidnightOf('2026-12-15');
    expect((await one.get()).current).toBeNull();
    expect((await refusal(one.returnPreview())).slice(0, 2)).toEqual([409, 'change_not_allowed']);
  });

  test('when the plan changes, offers its own options and not those of the previous plan', async () => {
    await begin();
    const body = { user_id: one.client.userId, plan_id: otherPlan, when: 'next_period' as const };
    expect((await send(plan.change, { body })).status).toBe(200);
    await afterMidnightOf('2026-12-31');
    const { plan: present, planned, options } = await offers();
    expect([present?.plan_id, planned, options.map(({ option_id }) => option_id)]).toEqual([
      otherPlan,
      null,
      [otherOption],
    ]);
    expect((await optionPreview(option))[0]).toBe(404);
    expect((await optionPreview(otherOption))[0]).toBe(200);
  });
});

test('after a long standstill a change charges none of its days: the clock may have jumped', async () => {
  await begin({ balance: 100_000 });
  const change = () =>
    send(plan.preview, { body: { user_id: one.client.userId, plan_id: otherPlan, when: 'next_period' } });
  const { clock, world } = one.portal;
  await chargeUpTo(world);
  const jumpTo = (moment: string) => clock.set(new Date(moment));
  jumpTo('2027-01-10T10:00:00Z');
  expect((await change()).status).toBe(200);
  jumpTo('2027-01-11T10:00:00Z');
  expect(await change()).toMatchObject({ status: 409, body: { code: 'change_not_allowed' } });
  expect((await send(plan.options, { params: { id: String(one.client.userId) } })).status).toBe(200);
  // The operator has looked at the clock.
  await chargeUpTo(world);
  expect((await change()).status).toBe(200);
});
