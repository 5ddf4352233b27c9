import { addMonths } from '@kabinet/contract/kernel/day';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import type pg from 'pg';
import { minutesBefore } from '../calendar.ts';
import type { DemoService } from '../people/person.ts';
import { insertKeyed, insertRows, known } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

/** Adds service accounts with their options, programs and plans for later; returns their ids by login. */
export async function addServices(
  seeding: Seeding,
  contractId: number,
  accountId: number,
  services: readonly DemoService[],
): Promise<Map<string, number>> {
  const { client, catalogue } = seeding;
  const ids = await insertKeyed(
    client,
    'service_user',
    'user_id',
    'login',
    services.map((service) => ({
      contract_id: contractId,
      account_id: accountId,
      user_type: service.type,
      name: service.name,
      login: service.login,
      address: service.address,
      state: service.state,
      reason: service.reason,
      state_since: service.stateSince,
      returns_on: service.returnsOn,
      plan_id: catalogue.plan(service.plan),
      opened_on: service.openedOn,
    })),
  );
  await addExtras(seeding, ids, services);
  await addMailboxes(client, ids, services);
  await addPlanned(seeding, ids, services);
  await addSuspensions(client, ids, services);
  return ids;
}

/** The prices of `provider.json`; all days are free. */
const SUSPENSION = { state: 'active', paid_days: '{}', day_kopecks: 500, start_kopecks: 0, return_kopecks: 0 } as const;

const addSuspensions = (client: pg.ClientBase, ids: ReadonlyMap<string, number>, services: readonly DemoService[]) =>
  insertRows(
    client,
    'suspension',
    services.flatMap(({ login, stateSince, returnsOn }) =>
      returnsOn === null
        ? []
        : [
            {
              user_id: known(ids, login),
              from_day: stateSince.slice(0, 10),
              until_day: returnsOn,
              made_at: stateSince,
              ...SUSPENSION,
            },
          ],
    ),
  );

async function addExtras(
  { client, catalogue, calendar }: Seeding,
  ids: ReadonlyMap<string, number>,
  services: readonly DemoService[],
): Promise<void> {
  const changesOn = (status: string) => (status === 'on' ? null : addMonths(calendar.today, 1, 1));
  const options = services.flatMap(({ login, plan, options }) =>
    Object.entries(options).map(([name, status]) => ({
      user_id: known(ids, login),
      option_id: catalogue.option(plan, name),
      status,
      changes_on: changesOn(status),
    })),
  );
  await insertRows(client, 'user_option', options);
  const programs = services.flatMap(({ login, programs }) =>
    programs.map(({ id, status, info }) => ({
      user_id: known(ids, login),
      program_id: id,
      status,
      info,
      changes_on: changesOn(status),
    })),
  );
  await insertRows(client, 'user_program', programs);
}

const addMailboxes = (client: pg.ClientBase, ids: ReadonlyMap<string, number>, services: readonly DemoService[]) =>
  insertRows(
    client,
    'mailbox',
    services.flatMap(({ login, mailbox }) =>
      mailbox === null
        ? []
        : [{ user_id: known(ids, login), address: login, quota_bytes: mailbox.quota, used_bytes: mailbox.used }],
    ),
  );

/** Adds planned changes of plan and access schedules. */
async function addPlanned(
  { client, catalogue, calendar }: Seeding,
  ids: ReadonlyMap<string, number>,
  services: readonly DemoService[],
): Promise<void> {
  const changes = services.flatMap(({ login, plannedPlan }) =>
    plannedPlan === null
      ? []
      : [
          {
            user_id: known(ids, login),
            plan_id: catalogue.plan(plannedPlan.name),
            from_day: plannedPlan.from,
            state: 'planned',
            made_by: 'client',
            made_at: minutesBefore(calendar.now, 60 * 26),
          },
        ],
  );
  await insertRows(client, 'plan_change', changes);
  for (const { login, schedule } of services) {
    if (schedule === null) continue;
    const passwordHash = await hashPassword(schedule.password);
    await insertRows(client, 'access_schedule', [
      { user_id: known(ids, login), is_on: true, password_hash: passwordHash, rules: schedule.rules },
    ]);
  }
}
