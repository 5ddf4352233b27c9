import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { dayText, phone } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Line, Rows } from '#web/ui/text/rows.tsx';
import styles from '../telephone-page.module.css';

const TITLE = 'Закрытые номера';

/** Numbers that the client no longer has; their calls stay. */
export function ClosedNumbers({ current, today }: { current: string; today: string }) {
  const all = useCall(contract.telephoneNumber.fullList, {});
  return (
    <Loaded title={TITLE} answer={all} failed="Не удалось загрузить закрытые номера." skeleton={null}>
      {(numbers) => {
        const closed = numbers.filter(({ phone_number, state }) => state === 'closed' && phone_number !== current);
        return closed.length === 0 ? null : (
          <Card title={TITLE}>
            <Rows>
              {closed.map(({ phone_number, closed_on }) => (
                <Line
                  key={phone_number}
                  title={
                    <Link className={styles.number} to={`/telephone/${phone_number}`}>
                      {phone(phone_number)}
                    </Link>
                  }
                  note={closed_on === null ? undefined : `Закрыт ${dayText(closed_on, today)}`}
                />
              ))}
            </Rows>
          </Card>
        );
      }}
    </Loaded>
  );
}
