import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { OperatorContract } from '@kabinet/contract/staff';
import { dayText, plural, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { BAND_NAMES, SERVICE_NAMES, SOURCE_NAMES } from '../../../handlers/staff/money/reports/reports.texts.ts';
import { said, type CommandsOf } from '../../command.ts';
import { counted } from '../../said-lists.ts';

type Reports = OperatorContract['reports'];

const contracts = (count: number): string => plural(count, ['договор', 'договора', 'договоров']);
const returnedText = (returned: Kopecks): string => (returned === 0 ? '' : `, возвращено ${rubles(returned)}`);

function forecastText(forecast: Result<Reports['revenue']>['forecast']): string[] {
  if (forecast === null) return [];
  return [`Прогноз месяца ${rubles(forecast.revenue)}, посчитан после ${dayText(forecast.day, YEARLESS)}`];
}

export const reportCommands: CommandsOf<Reports> = {
  revenue: {
    tell: ({ days, total, before, forecast }) =>
      said(
        ...days.map(
          ({ day, revenue, returned, before: was }) =>
            `${day}  ${rubles(revenue)}${returnedText(returned)}; месяц назад ${rubles(was)}`,
        ),
        `Всего ${rubles(total.revenue)}${returnedText(total.returned)}`,
        `Прошлый месяц: ${rubles(before.so_far)} к этому дню, ${rubles(before.revenue)} целиком`,
        ...forecastText(forecast),
      ),
  },
  services: {
    tell: ({ items, total }) =>
      said(
        ...items.map(
          ({ service, plan, revenue, returned, before }) =>
            `${SERVICE_NAMES[service]}${plan === null ? '' : ` «${plan}»`}: ${rubles(revenue)}${returnedText(returned)}; прошлый месяц ${rubles(before)}`,
        ),
        `Всего ${rubles(total.revenue)}`,
      ),
  },
  payments: {
    tell: ({ items, total }) =>
      said(
        ...items.map(
          ({ day, source, sum, returned }) =>
            `${day}  ${SOURCE_NAMES[source]}: ${rubles(sum)}${returnedText(returned)}`,
        ),
        `Всего ${rubles(total)}`,
      ),
  },
  debtors: {
    tell: ({ items, total }) =>
      said(
        ...items.map(({ band, count, sum }) => `${BAND_NAMES[band]}: ${contracts(count)}, ${rubles(sum)}`),
        `Всего ${contracts(total.count)}, ${rubles(total.sum)}`,
      ),
  },
  contracts: {
    tell: ({ items }) =>
      said(
        ...items.map(
          ({ month, opened, closed, at_end, connected, ended }) =>
            `${month}  новых ${opened}, ушло ${closed}, стало ${at_end}; услуг подключено ${connected}, закрыто ${ended}`,
        ),
      ),
  },
  bill: {
    tell: ({ items }) =>
      said(
        ...items.map(
          ({ month, revenue, contracts: count, average }) =>
            `${month}  ${average === null ? 'договоров нет' : rubles(average)}; выручка ${rubles(revenue)}, ${contracts(count)}`,
        ),
      ),
  },
  promises: {
    tell: ({ items }) =>
      said(
        ...items.map(
          ({ month, taken, sum, repaid, ended, active }) =>
            `${month}  взято ${taken} на ${rubles(sum)}, возвращено ${repaid}, не возвращено ${ended}, действует ${active}`,
        ),
      ),
  },
  lines: {
    tell: ({ items, next }) =>
      said(
        ...(items.length === 0 ? ['Таких нет'] : []),
        ...items.map(
          ({ transaction_id, day, account_no, amount, text }) =>
            `${day}  проводка ${transaction_id}, счёт ${account_no}  ${rubles(amount)}  ${text}`,
        ),
        ...(next === null ? [] : [`Дальше: --cursor=${next}`]),
      ),
  },
  members: {
    tell: (found) =>
      counted(
        found.map(({ contract_id, day, sum }) => `${day}  ${contract_id}${sum === null ? '' : `  ${rubles(sum)}`}`),
      ),
  },
  export: { tell: ({ csv }) => said(csv.trimEnd()) },
};
