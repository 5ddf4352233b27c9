import type { OperatorContract } from '@kabinet/contract/operator';
import { rubles } from '#domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../command.ts';

const HELD = {
  clocks_differ:
    'Списания остановлены: часы кабинета и базы данных расходятся больше чем на пять минут. Поправьте часы, и списания пойдут сами',
  long_standstill:
    'Списания остановлены: не списано больше 31 дня. Если дата на сервере верна, начните командой charge run',
};

export const chargingCommands: CommandsOf<OperatorContract['charging']> = {
  run: {
    tell: ({ until, failed }) => {
      const done = `Списания проведены по ${until}`;
      return failed === 0 ? said(done) : saidIf(true, `${done}, не вышло: ${failed}`);
    },
  },
  status: {
    tell: ({ days, failed, held, held_prices }) =>
      saidIf(
        failed.length > 0 || held !== null,
        ...(held === null ? [] : [HELD[held]]),
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
    tell: ({ outcome, amount }) =>
      said(outcome === 'ordered' ? `Спишем ${rubles(amount)}` : 'По этому документу уже списано'),
  },
  correct: {
    tell: ({ outcome }) => said(outcome === 'corrected' ? 'Возвращено' : 'Эта проводка уже исправлена'),
  },
};
