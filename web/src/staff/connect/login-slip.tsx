import { momentText, rubles, dayText, range, timeText, dayOf } from '#web/lib/text/format.ts';
import { contractNo } from '#web/lib/text/contract-no.ts';
import type { OpenedContract } from './connect-data.ts';
import { laterText } from './connect.texts.ts';
import styles from './login-slip.module.css';

interface SlipProps {
  opened: OpenedContract;
  seller: string;
  support: string | undefined;
  today: string;
}

/** What a new client takes home, A6: no name and no address, because paper is lost. */
export function LoginSlip({ opened, seller, support, today }: SlipProps) {
  const { account_no, cabinet, password, until, visit, charges } = opened;
  const [first] = charges;
  const rows: readonly (readonly [string, string] | false)[] = [
    ['Договор', contractNo(opened)],
    ['Счёт для оплаты', account_no],
    ['Кабинет', cabinet],
    ['Логин', contractNo(opened)],
    ['Пароль на первый вход', password],
    visit !== null && [
      'Мастер',
      `${dayText(dayOf(visit.from), today)}, ${range(timeText(visit.from), timeText(visit.to))}`,
    ],
    first !== undefined && ['Первое списание', `${rubles(first.amount)}, ${dayText(first.day, today)}`],
  ];
  return (
    <div className={styles.slip}>
      <h3>{seller}: ваш вход</h3>
      <hr />
      <dl>
        {rows.map(
          (row) =>
            row && (
              <div key={row[0]}>
                <dt>{row[0]}</dt>
                <dd>{row[1]}</dd>
              </div>
            ),
        )}
      </dl>
      <hr />
      <p>
        {laterText(opened)} Пароль сработает один раз до {momentText(until, '')}, дальше придумаете свой. Никому его
        не&nbsp;говорите: мы не&nbsp;спрашиваем.{support !== undefined && ` Помощь: ${support}.`}
      </p>
    </div>
  );
}
