import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import type { OperatorContract } from '@kabinet/contract/staff';
import { dayText, issuedText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';

type Shadow = OperatorContract['shadow'];
type Nights = Result<Shadow['nights']>;
type Night = Nights['nights'][number];
type Found = Nights['differences'][number];

const on = (day: Day): string => dayText(day, YEARLESS);

/** Lines of a list; the rest is in the data. */
const MOST_LINES = 20;

/** «Ночей подряд без расхождений: 12 из 30», and at the end the way to switch. */
export const agreedText = (agreed: number, needed: number): string =>
  agreed >= needed
    ? 'Тридцать ночей без расхождений. Переключиться: charge own, затем charge begin <день>'
    : `Ночей подряд без расхождений: ${agreed} из ${needed}. Все ночи — charge shadow`;

const KINDS: Readonly<Record<Found['kind'], string>> = {
  amount: 'другая сумма',
  rounding: 'округление',
  day: 'другой день',
  only_ours: 'там строки нет',
  only_theirs: 'у нас строки нет',
  twice: 'там строка дважды',
  account: 'другой счёт',
};

const elsewhere = ({ other_day: otherDay, other_account_no: otherAccount }: Found): string => {
  if (otherDay !== null) return `, вторая половина — ${on(otherDay)}`;
  return otherAccount === null ? '' : `, вторая половина — у счёта ${otherAccount}`;
};

const lineOf = (found: Found): string =>
  `  ${on(found.day)}, договор ${found.contract_id}, счёт ${found.account_no}, ${found.service}: у нас ${rubles(found.ours)} (${found.rule}), там ${rubles(found.theirs)} — ${KINDS[found.kind]} (${found.kind})${elsewhere(found)}`;

function listed(lines: readonly string[]): string[] {
  const rest = lines.length - MOST_LINES;
  return rest > 1 ? [...lines.slice(0, MOST_LINES), `  … и ещё ${rest}; все — с --json`] : [...lines];
}

const isBusy = ({ equal, different, accepted, waiting }: Night): boolean => equal + different + accepted + waiting > 0;

const nightLine = ({ day, equal, different, accepted, waiting }: Night): string =>
  [
    `  ${on(day)}: сходится счетов ${equal}, расходится ${different}`,
    ...(accepted > 0 ? [`принято ${accepted}`] : []),
    ...(waiting > 0 ? [`ждут строк ${waiting}`] : []),
  ].join(', ');

function acceptedLines({ accepted }: Nights, zone: string): string[] {
  return accepted.map(
    (one) =>
      `  ${one.accepted_no}  ${KINDS[one.kind]} (${one.kind}), ${one.account_no === null ? 'все счета' : `счёт ${one.account_no}`}, ${one.service ?? 'все строки'}, по ${on(one.until)}: ${one.reason} — ${one.by}, ${issuedText(one.at, zone)}`,
  );
}

const titled = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines]);

export const shadowCommands: CommandsOf<Shadow> = {
  nights: {
    tell: (result, zone) => {
      const { external, nights, differences, agreed_nights: agreed, needed_nights: needed } = result;
      if (nights.length === 0)
        return said(
          external
            ? 'Ночей ещё нет: первая посчитается, когда закончится этот день'
            : 'Начисляет сам кабинет, сверять не с чем',
        );
      const open = differences.filter(({ accepted_no }) => accepted_no === null);
      const accepted = differences.filter(({ accepted_no }) => accepted_no !== null);
      return saidIf(
        open.length > 0,
        ...titled('Ночи, в которые было что сверять:', listed(nights.filter(isBusy).map(nightLine))),
        ...titled('Расхождения, крупные первыми:', listed(open.map(lineOf))),
        ...titled('Принятые расхождения, они не считаются:', listed(accepted.map(lineOf))),
        ...titled('Что принято:', listed(acceptedLines(result, zone))),
        agreedText(agreed, needed),
      );
    },
  },
  accept: {
    tell: ({ accepted_no: no, agreed_nights: agreed, needed_nights: needed }) =>
      said(`Принято под номером ${no}. Отменить — принять то же по вчерашний день`, agreedText(agreed, needed)),
  },
};
