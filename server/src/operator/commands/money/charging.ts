import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { dayText, phoneText, plural, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { NIGHTS_NEEDED } from '#server/domain/billing-run/shadow/nights.ts';
import { agreedText } from './shadow.ts';
import { REHEARSED } from '../services/change-lines.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';
import { chargingSourceCommands, holdText, sourceLines } from './charging-source.ts';
import { readRows } from '../../table-file.ts';

const correctedText = (outcome: 'corrected' | 'known', rehearsed: boolean, amount: Kopecks): string => {
  if (outcome === 'known') return 'Эта проводка уже исправлена';
  return rehearsed ? `Вернётся ${rubles(amount)}` : 'Возвращено';
};

const HELD = {
  clocks_differ:
    'Списания остановлены: часы кабинета и базы данных расходятся больше чем на пять минут. Поправьте часы, и списания пойдут сами',
  long_standstill:
    'Списания остановлены: не списано больше 31 дня. Если дата на сервере верна, начните командой charge run',
};

const on = (day: Day): string => dayText(day, YEARLESS);

/** What `check` and `charge status` say of the database of another billing. */
export function readingLines({
  read_at: readAt,
  failing_since: since,
  error,
}: NonNullable<Status['billing_views']>): string[] {
  const read = readAt === null ? 'ещё ни разу не прочитана' : `прочитана ${readAt}`;
  if (since === null) {
    const booked = error === null ? [] : [`Не проведено — ${error}. Следующие запросы этого договора ждут`];
    return [`База другой расчётной системы ${read}`, ...booked];
  }
  return [
    `База другой расчётной системы не отвечает с ${since}: ${error ?? ''}. До этого ${read}; что ей передано, ждёт и не потеряется`,
  ];
}

type Status = Result<OperatorContract['charging']['status']>;

const holdLines = (hold: Status['on_hold'], reading: Status['billing_views']): string[] => [
  ...(hold === null ? [] : [holdText(hold.first_day, hold.external)]),
  ...(reading === null ? [] : readingLines(reading)),
];

/** After `charge begin` of a day that has come. */
const NOT_YET = 'Списаний ещё не было: первые пройдут в ближайшие пять минут, если кабинет запущен';

type Rehearsed = Result<OperatorContract['charging']['rehearse']>;

/** Lines of a list; the rest is in the data. */
const MOST_LINES = 20;

function listed(lines: readonly string[]): string[] {
  const rest = lines.length - MOST_LINES;
  const shown = rest > 1 ? lines.slice(0, MOST_LINES) : lines;
  return [...shown.map((line) => `  ${line}`), ...(rest > 1 ? [`  … и ещё ${rest}; все — с --json`] : [])];
}

const SERVICES = ['услуга', 'услуги', 'услуг'] as const;

const totalOf = (lines: Rehearsed['charged']): Kopecks => kopecks(lines.reduce((sum, one) => sum + one.sum, 0));

function chargedLines(charged: Rehearsed['charged']): string[] {
  if (charged.length === 0) return ['Ничего не спишет'];
  const lines = charged.map(
    ({ text, count, sum }) => `${text}: ${plural(count, ['раз', 'раза', 'раз'])}, всего ${rubles(sum)}`,
  );
  return [`Спишет ${rubles(totalOf(charged))}:`, ...listed(lines)];
}

const nameOf = (name: string): string => (/^\d{11}$/.test(name) ? phoneText(name) : name);

function serviceLines({ switched_off: off, switched_on: back }: Rehearsed): string[] {
  const contracts = new Set(off.map(({ contract_id }) => contract_id)).size;
  return [
    ...(off.length === 0
      ? ['Никого не отключит']
      : [
          `Отключит за долг ${plural(off.length, SERVICES)}, договоров — ${contracts}:`,
          ...listed(
            off.map(
              ({ contract_id, account_no, name, missing }) =>
                `договор ${contract_id}, счёт ${account_no}, ${nameOf(name)}: не хватает ${rubles(missing)}`,
            ),
          ),
        ]),
    ...(back.length === 0
      ? []
      : [
          `Включит ${plural(back.length, SERVICES)}: денег уже хватает:`,
          ...listed(back.map((one) => `договор ${one.contract_id}, счёт ${one.account_no}, ${nameOf(one.name)}`)),
        ]),
  ];
}

const WAYS: Readonly<Record<Rehearsed['messages'][number]['ways'][number]['way'], string>> = {
  portal: 'в кабинете',
  sms: 'SMS',
  mail: 'письма',
  telegram: 'Telegram',
  max: 'MAX',
  push: 'уведомления в браузере',
};

function messageLines(messages: Rehearsed['messages']): string[] {
  if (messages.length === 0) return ['Никому ничего не разошлёт'];
  return [
    'Разошлёт:',
    ...messages.flatMap(({ notice, ways, example: { contract_id, title, text } }) => [
      `  ${notice}: ${ways.map(({ way, count }) => `${WAYS[way]} — ${count}`).join(', ')}`,
      `    например, договору ${contract_id}: «${title}» ${text}`,
    ]),
  ];
}

const isDifferent = (compared: Rehearsed['compared']): boolean =>
  compared !== null && compared.differing.length + compared.wrong.length > 0;

/** A table of the former system's charges. */
const FORMER = { account_no: ['счёт'], sum: ['сумма'] } as const;

const ACCOUNTS = ['счёта', 'счетов', 'счетов'] as const;

function comparedLines({ ours, theirs, equal, differing, wrong }: NonNullable<Rehearsed['compared']>): string[] {
  return [
    `Прежняя система за эти дни: ${rubles(theirs)}, кабинет: ${rubles(ours)}`,
    ...(differing.length === 0
      ? [`Расхождений нет, сверено счетов: ${equal}`]
      : [
          `Суммы расходятся у ${plural(differing.length, ACCOUNTS)}, сходятся у ${plural(equal, ACCOUNTS)}:`,
          ...listed(
            differing.map(
              (one) =>
                `договор ${one.contract_id}, счёт ${one.account_no}: в кабинете ${rubles(one.ours)}, в прежней системе ${rubles(one.theirs)}`,
            ),
          ),
        ]),
    ...listed(wrong.map(({ line, reason }) => `строка ${line} не учтена: ${reason}`)),
  ];
}

export const chargingCommands: CommandsOf<OperatorContract['charging']> = {
  rehearse: {
    read: async function* ({ former: path, ...typed }) {
      yield path === undefined ? typed : { ...typed, former: await readRows(path, FORMER) };
    },
    tell: (night) =>
      saidIf(
        night.failed.length > 0 || isDifferent(night.compared),
        `Первая ночь, если начать с ${on(night.first_day)}. Это репетиция: ничего не изменено и не отправлено`,
        ...chargedLines(night.charged),
        ...(night.compared ? comparedLines(night.compared) : []),
        ...serviceLines(night),
        ...messageLines(night.messages),
        `Передаст сети состояние услуг и номеров: ${night.network_orders}`,
        ...night.failed.map(({ account_no, error }) => `Счёт ${account_no} не спишется: ${error}`),
        'Начать: charge begin <день>',
      ),
  },
  begin: {
    tell: ({ outcome, first_day: first, was, has_come: hasCome }) =>
      said(
        {
          named: `Списания начнутся с ${on(first)}`,
          moved: `Начало перенесено с ${on(was ?? first)} на ${on(first)}`,
          known: `Начало с ${on(first)} уже назначено, ничего не изменилось`,
        }[outcome],
        hasCome
          ? 'Этот день уже наступил: в ближайшие пять минут спишется плата за все дни с него, услуги без денег отключатся, и абоненты получат сообщения'
          : 'До этого дня ничего не спишется, не отключится и не разошлётся. Ночью, в первые пять минут этого дня, спишется плата за него, услуги без денег отключатся, и абоненты получат сообщения. До тех пор начало можно перенести той же командой',
      ),
  },
  ...chargingSourceCommands,
  run: {
    tell: ({ until, failed }) => {
      const done = `Списания проведены по ${until}`;
      return failed === 0 ? said(done) : saidIf(true, `${done}, не вышло: ${failed}`);
    },
  },
  status: {
    tell: ({ days, failed, held, on_hold, held_prices, agreed_nights: agreed, billing_views: reading, sources }) =>
      saidIf(
        failed.length > 0 || held !== null,
        ...holdLines(on_hold, reading),
        ...sourceLines(sources),
        ...(agreed === null ? [] : [agreedText(agreed, NIGHTS_NEEDED)]),
        ...(held === null ? [] : [HELD[held]]),
        ...(on_hold === null && days.length === 0 ? [NOT_YET] : []),
        ...days.map(({ day, started_at, finished_at }) => {
          const end = finished_at === null ? 'не закончен' : `закончен ${finished_at}`;
          return `${day}  начат ${started_at}, ${end}`;
        }),
        ...failed.map(({ account_no, day, error }) => `Счёт ${account_no} не списан с ${day}: ${error}`),
        ...(held_prices > 0
          ? [
              `Из-за них в каталог не вошли цены, начавшиеся больше месяца назад: ${held_prices}. Каждый день и так стоит столько, сколько назначено`,
            ]
          : []),
      ),
  },
  once: {
    tell: ({ rehearsed, outcome, amount }) =>
      said(
        ...(rehearsed ? [REHEARSED] : []),
        outcome === 'ordered' ? `Спишем ${rubles(amount)}` : 'По этому документу уже списано',
      ),
  },
  correct: {
    tell: ({ rehearsed, outcome, amount }) =>
      said(...(rehearsed ? [REHEARSED] : []), correctedText(outcome, rehearsed, amount)),
  },
};
