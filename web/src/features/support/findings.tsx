import type { contract, Wire } from '#api/contract.ts';
import { keepTogether } from '#lib/format.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './support.module.css';

type Checked = Wire<typeof contract.support.check>;

/** What the portal found: the wrong things with their cure, then what is fine in one line. */
export function Findings({ checks }: { checks: Checked['checks'] }) {
  const wrong = checks.filter(({ ok }) => !ok);
  const fine = checks.filter(({ ok }) => ok);
  return (
    <Card title={wrong.length === 0 ? 'Причину не нашли' : 'Проверили сами'}>
      <ul className={styles.findings}>
        {wrong.map(({ what, title, detail, cure }) => (
          <li key={what} className={styles.wrong}>
            <Icon name="circle-alert" size="sm" />
            <div>
              <b>{title}</b>
              {detail !== null && <p>{keepTogether(detail)}.</p>}
              {cure && (
                <LinkButton to={cure.to} look="soft" size="sm">
                  {cure.text}
                </LinkButton>
              )}
            </div>
          </li>
        ))}
        {fine.length > 0 && (
          <li className={styles.fine}>
            <Icon name="circle-check" size="sm" />
            <p>{fine.map(({ title }) => keepTogether(title)).join(' · ')}</p>
          </li>
        )}
      </ul>
      <p className={styles.note}>Приложим к заявке: повторять это по телефону не придётся.</p>
    </Card>
  );
}

/** The heading of a new order once it is checked: the finding, if there is one. */
export const findingOf = (checks: Checked['checks']): string | undefined => checks.find(({ ok }) => !ok)?.title;

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
