import type { ImportRows } from '@kabinet/contract/staff';
import { noPlan } from './plans.ts';
import { NAMED } from './refused.ts';
import { insertPlanProfile, planProfiles } from '#server/domain/changes/network-profile/profile.queries.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { deviceRows, insertDevice, type DeviceKind } from '#server/domain/services/radius/device.queries.ts';
import { renderRepliesJob } from '#server/domain/services/radius/jobs.ts';
import type { Arrival } from './arrival.ts';
import { take } from './portions/take.ts';
import { WrongCell, maybe, must, oneOf, whole, words, type CellReader } from './cells.ts';
import { allLines, insertLines, internetUsersOf, type ImportedLine } from './network.queries.ts';

const MOST_KBIT = 100_000_000;

const fitting =
  (form: RegExp, what: string): CellReader<string> =>
  (cell) =>
    form.test(cell) ? cell : new WrongCell(`«${cell}»: ${what}`);

const deviceWord = fitting(/^[A-Za-z0-9_.:-]{1,60}$/, 'нужны латинские буквы, цифры и знаки _ . : -');
const ip = fitting(
  /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/,
  'не адрес. Адрес пишется так: 10.0.0.7',
);
const circuit = fitting(
  /^[A-Za-z0-9@._:/+#,;|()-](?:[A-Za-z0-9@._:/+#,;|() -]{0,118}[A-Za-z0-9@._:/+#,;|()-])?$/,
  'нужны латинские буквы, цифры, пробелы и знаки . : / - +',
);

const PLAN_PROFILE = {
  plan: must(words(100)),
  down: maybe(whole(1, MOST_KBIT)),
  up: maybe(whole(1, MOST_KBIT)),
  pool: maybe(deviceWord),
  filter: maybe(deviceWord),
  session_seconds: maybe(whole(300, 2_592_000)),
};

/** What the file does not tell of a profile. */
const FROM_THE_COMMAND_LINE = {
  burst_down: null,
  burst_up: null,
  burst_seconds: null,
  night: null,
  night_down: null,
  night_up: null,
};

/** A plan has one profile: its burst and its night are set from the command line. */
export async function takePlanProfiles(arrival: Arrival, rows: ImportRows['planProfiles']): Promise<void> {
  const { tx } = arrival;
  await take(arrival, {
    table: 'planProfiles',
    rows,
    readers: PLAN_PROFILE,
    keyOf: ({ plan }) => plan,
    look: async () => {
      const plans = new Map((await planProfiles(tx)).map((one) => [one.plan, one]));
      return ({ plan, line: _, ...given }) => {
        const ours = plans.get(plan);
        if (!ours) return noPlan('internet', plan);
        const { plan_id, down, up, pool, filter, session_seconds } = ours;
        const known = { down, up, pool, filter, session_seconds };
        if (Object.values(known).every((value) => value === null)) return { fresh: { plan_id, ...given } };
        return {
          known: {
            down: [down, given.down],
            up: [up, given.up],
            pool: [pool, given.pool],
            filter: [filter, given.filter],
            session_seconds: [session_seconds, given.session_seconds],
          },
        };
      };
    },
    insert: async (fresh) => {
      for (const { plan_id, ...given } of fresh)
        await insertPlanProfile(tx, plan_id, { ...given, ...FROM_THE_COMMAND_LINE });
    },
  });
}

const LINE = {
  login: must(words(100)),
  ip: maybe(ip),
  circuit: maybe(circuit),
  sessions: maybe(whole(1, 16), 1),
};

export async function takeLines(arrival: Arrival, rows: ImportRows['lines']): Promise<void> {
  const { tx } = arrival;
  await take(arrival, {
    table: 'lines',
    rows,
    readers: LINE,
    keyOf: ({ login }) => login,
    look: async (read) => {
      const logins = read.map(({ login }) => login);
      const users = new Map((await internetUsersOf(tx, logins)).map((one) => [one.login, one.user_id]));
      const lines = await allLines(tx);
      const known = new Map(lines.map((one) => [one.user_id, one]));
      const taken = new Set(lines.flatMap(namesOf));
      return ({ login, line: _, ...given }) => {
        const user_id = users.get(login);
        if (user_id === undefined)
          return {
            wrong: `услуги интернета с логином «${login}» нет: добавьте её в services.csv`,
            lacks: [NAMED.service(login)],
          };
        const ours = known.get(user_id);
        if (ours)
          return {
            known: {
              ip: [ours.ip, given.ip],
              circuit: [ours.circuit, given.circuit],
              sessions: [ours.sessions, given.sessions],
            },
          };
        const names = namesOf(given);
        if (names.some((name) => taken.has(name))) return { wrong: 'такой адрес или порт уже у другой услуги' };
        for (const name of names) taken.add(name);
        return { fresh: { user_id, ...given } };
      };
    },
    insert: (fresh) => insertLines(tx, fresh),
  });
}

/** What no other line may have. */
const namesOf = (one: Pick<ImportedLine, 'ip' | 'circuit'>): string[] => [
  ...(one.ip === null ? [] : [`адрес ${one.ip}`]),
  ...(one.circuit === null ? [] : [`порт ${one.circuit}`]),
];

const KINDS: readonly DeviceKind[] = ['mikrotik', 'accel-ppp', 'cisco', 'huawei', 'juniper'];
const LINES = { login: 'пароль', line: 'линия' } as const;

const DEVICE = {
  ip: must(ip),
  kind: must(oneOf(Object.fromEntries(KINDS.map((kind) => [kind, kind])) as Readonly<Record<string, DeviceKind>>)),
  name: must(words(60)),
  secret: must(fitting(/^[!#-&(-[\]-_a-~]{8,64}$/, 'нужно от 8 до 64 знаков без пробелов, кавычек и обратной черты')),
  lines: maybe(oneOf({ пароль: 'login' as const, линия: 'line' as const }), 'login' as const),
  coa_port: maybe(whole(1, 65_535), 3799),
  interim_seconds: maybe(whole(60, 3600), 300),
};

export async function takeDevices(arrival: Arrival, rows: ImportRows['nas']): Promise<void> {
  const { tx, vault } = arrival;
  await take(arrival, {
    table: 'nas',
    rows,
    readers: DEVICE,
    keyOf: (row) => row.ip,
    look: async () => {
      const known = new Map((await deviceRows(tx)).map((one) => [one.ip, one]));
      return ({ line: _, ...given }) => {
        const ours = known.get(given.ip);
        if (!ours) return { fresh: given };
        return {
          known: {
            kind: [ours.kind, given.kind],
            name: [ours.name, given.name],
            lines: [LINES[ours.lines], LINES[given.lines]],
            coa_port: [ours.coa_port, given.coa_port],
            interim_seconds: [ours.interim_seconds, given.interim_seconds],
          },
        };
      };
    },
    insert: async (fresh) => {
      for (const one of fresh)
        await insertDevice(tx, { ...one, secret: vault.sealForRadius(one.secret, `nas:${one.ip}`) });
      await addJob(tx, renderRepliesJob, {});
    },
  });
}
