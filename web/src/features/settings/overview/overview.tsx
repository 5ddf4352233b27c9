import { LinkButton } from '#web/ui/button/button.tsx';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Address } from '#web/ui/text/address.tsx';
import { dayOf, keepTogether, momentText, timeText } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { AnswerList } from './answer-list.tsx';
import { changesOf, type Change } from './changes.texts.ts';
import { overviewHead } from './overview.texts.ts';
import { rowsFor, type Ground } from './parts.ts';
import { unfinished, type Unfinished } from './unfinished.texts.ts';
import styles from './overview.module.css';

const NAME = 'Настройки';
/** As many changes as stand beside the answers without being longer. */
const MOST_CHANGES = 5;

interface OverviewProps {
  ground: Ground;
  isSettled: boolean;
  hasFailed: boolean;
}

/** /settings: how everything is set, and the one thing that is not finished. */
export function SettingsOverview({ ground, isSettled, hasFailed }: OverviewProps) {
  if (!isSettled) {
    return (
      <>
        <PageHead title={NAME} tab={NAME} />
        <Card>
          <SkeletonRows label="Загружаем настройки" count={rowsFor(ground.role).length} tile={false} />
        </Card>
      </>
    );
  }
  const tasks = unfinished(ground.known);
  const changes = changesOf(ground.known, MOST_CHANGES);
  const main = (
    <Stack>
      {tasks[0] && <Task {...tasks[0]} />}
      <section className={styles.card} aria-label="Как всё настроено">
        <AnswerList ground={ground} />
      </section>
    </Stack>
  );
  return (
    <>
      <PageHead tab={NAME} {...overviewHead(ground, tasks, hasFailed)} />
      {changes.length > 0 ? (
        <Columns>
          {main}
          <div className={styles.wide}>
            <Changes list={changes} today={ground.today} />
          </div>
        </Columns>
      ) : (
        main
      )}
    </>
  );
}

const Task = ({ icon, name, text, button, to }: Unfinished) => (
  <section className={styles.task} aria-label="Что не закончено">
    <Icon name={icon} />
    <p>
      <b>
        <Address>{name}</Address>
      </b>
      <small>{keepTogether(text)}</small>
    </p>
    <LinkButton to={to}>{button}</LinkButton>
  </section>
);

/** Beside the answers, where there is room. */
const Changes = ({ list, today }: { list: readonly Change[]; today: string }) => (
  <Card title="Что меняли">
    <ul className={styles.log}>
      {list.map(({ at, text }) => (
        <li key={`${at} ${text}`}>
          <time dateTime={at}>{whenText(at, today)}</time>
          <Address>{text}</Address>
        </li>
      ))}
    </ul>
    <p className={styles.foot}>
      Меняли не&nbsp;вы? <Link to="/settings/access">Проверьте, кто может войти</Link>
    </p>
  </Card>
);

const whenText = (at: string, today: string): string =>
  dayOf(at) === today ? `сегодня, ${timeText(at)}` : momentText(at, today);
