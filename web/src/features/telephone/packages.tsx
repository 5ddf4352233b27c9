import { capital, keepTogether } from '#web/lib/text/format.ts';
import { Card } from '#web/ui/card/card.tsx';
import { minutesText, type CallsOfMonth } from './calls/call.texts.ts';
import styles from './packages.module.css';

type Package = CallsOfMonth['packages'][number];

/** Minutes included in the plan: how many are left this month. */
export function Packages({ packages, title }: { packages: readonly Package[]; title: string }) {
  if (packages.length === 0) return null;
  return (
    <Card title={title}>
      <ul className={styles.packages}>
        {packages.map((own) => (
          <li key={own.name}>
            {packages.length > 1 && <h3 className={styles.name}>{own.name}</h3>}
            <Left {...own} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Left({ zones, included_seconds: included, used_seconds: used }: Package) {
  const left = Math.max(included - used, 0);
  return (
    <>
      <p className={styles.left}>
        {left > 0 ? (
          <>
            Осталось <b>{minutesText(left)}</b> из&nbsp;{minutesText(included)}
          </>
        ) : (
          <b>Минуты закончились</b>
        )}
      </p>
      {left > 0 && (
        <div className={styles.meter} aria-hidden="true">
          <i style={{ width: `${(left / included) * 100}%` }} />
        </div>
      )}
      <p className={styles.note}>
        {keepTogether(`${capital(zones.join(', ').toLowerCase())}. Первого числа начнутся заново.`)}
      </p>
    </>
  );
}
