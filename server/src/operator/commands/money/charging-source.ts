import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import { dayText, plural, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { REHEARSED } from '../services/change-lines.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';

type Status = Result<OperatorContract['charging']['status']>;

const on = (day: Day): string => dayText(day, YEARLESS);

const EXTERNAL =
  'Начисляет другая расчётная система: кабинет сам ничего не списывает, не отключает и не рассылает, а остатки и услуги берёт у неё. Строки, которые не приняты, — billing conflicts; вернуть начисления кабинету — charge own';

/** What `check`, the start and `charge status` say of a database that has never charged. */
export const holdText = (firstDay: Day | null, isExternal: boolean): string => {
  if (isExternal) return EXTERNAL;
  return firstDay === null
    ? 'Списания на паузе: само ничего не спишется, не отключится и не разошлётся, пока первый день не назначен. Что сделает первая ночь, покажет charge rehearse; начать — charge begin <день>'
    : `Списания на паузе до ${on(firstDay)}: до этого дня само ничего не спишется, не отключится и не разошлётся. Перенести — charge begin <день>`;
};

const CONTRACTS = ['договор', 'договора', 'договоров'] as const;

/** What `check` and `charge status` say of towns and contracts that another side charges than the provider. */
export function sourceLines(sources: Status['sources']): string[] {
  if (sources.length < 2) return [];
  return sources.map(({ source, town, contract_id: contractId, contracts }) => {
    const whose = contractId === null ? (town ?? 'Остальным') : `Договору ${contractId}`;
    return `${whose}: начисляет ${SIDES[source]} (${plural(contracts, CONTRACTS)})`;
  });
}

const SIDES = { own: 'кабинет', external: 'другая расчётная система' } as const;

type Switched = Result<OperatorContract['charging']['external']>;

/** Of a switch, or of its rehearsal. */
const switchedLines = (source: keyof typeof SIDES, done: Switched): string[] => [
  ...(done.rehearsed ? [REHEARSED] : []),
  ...(done.refusal === null ? [] : [`Откажет: ${done.refusal}`]),
  `Перейдут: ${plural(done.contracts, CONTRACTS)}`,
  ...(done.first_day === null
    ? []
    : [
        `${done.rehearsed ? 'Начислять будет' : 'Начисляет'} ${SIDES[source]} с ${on(done.first_day)}. Сегодня и раньше — прежняя сторона`,
      ]),
];

export const chargingSourceCommands: Pick<CommandsOf<OperatorContract['charging']>, 'external' | 'own'> = {
  external: {
    tell: (done) =>
      done.outcome === 'known'
        ? said('Уже начисляет другая система, ничего не изменилось')
        : saidIf(
            done.refusal !== null,
            ...switchedLines('external', done),
            ...(done.first_day === null ? [EXTERNAL] : []),
          ),
  },
  own: {
    tell: ({ settled, ...done }) =>
      saidIf(
        done.refusal !== null,
        ...(done.outcome === 'known'
          ? ['Уже начисляет кабинет, ничего не изменилось']
          : [
              ...switchedLines('own', done),
              ...(done.first_day === null ? [`Начислять будет кабинет. ${holdText(null, false)}`] : []),
            ]),
        ...(settled === null
          ? []
          : [
              `Решено: деньги подтверждены — ${settled.confirmed}, просьбы об услугах отклонены — ${settled.refused}, строки забыты — ${settled.forgotten}`,
            ]),
      ),
  },
};
