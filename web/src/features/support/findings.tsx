import type { contract, Wire } from '#api/contract.ts';
import { keepTogether } from '#lib/format.ts';
import { Link } from '#lib/router.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './support.module.css';

type Checked = Wire<typeof contract.support.check>;

/** What the portal found, the wrong things first, each with its cure. */
export function Findings({ checks }: { checks: Checked['checks'] }) {
  const sorted = checks.toSorted((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <Card title="Проверили сами">
      <ul className={styles.findings}>
        {sorted.map(({ what, ok, title, detail, cure }) => (
          <li key={what} className={ok ? styles.fine : styles.wrong}>
            <Icon name={ok ? 'circle-check' : 'circle-alert'} size="sm" />
            <div>
              <b>{title}</b>
              {detail !== null && <p>{keepTogether(detail)}.</p>}
              {cure && <Link to={cure.to}>{cure.text}</Link>}
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.note}>Приложим к заявке: повторять это по телефону не придётся.</p>
    </Card>
  );
}

const TRIALS: Readonly<Record<string, readonly string[]>> = {
  internet: [
    'Вынул кабель провайдера из роутера и вставил до щелчка',
    'Выключил роутер на минуту и включил снова',
    'Проверил на другом устройстве или по кабелю',
  ],
  tv: ['Выключил приставку на минуту и включил снова', 'Проверил кабель приставки и телевизора'],
  sip: ['Выключил телефон на минуту и включил снова', 'Проверил, что интернет работает'],
};

/** What is worth trying before an order about this kind of service. */
export const trialsOf = (kind: string | null): readonly string[] => (kind === null ? [] : (TRIALS[kind] ?? []));
