import { cx } from '#web/lib/text/cx.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { State } from '#web/ui/card/state.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import type { PartAnswer } from './answer.ts';
import { partTitle, rowsFor, type Ground, type PartInfo } from './parts.ts';
import styles from './overview.module.css';

interface AnswerListProps {
  ground: Ground;
  /** The list stands beside this part. */
  beside?: PartInfo;
}

/** The parts with their answers: the overview, or a list beside an open part. */
export const AnswerList = ({ ground, beside }: AnswerListProps) => (
  <ul className={cx(styles.answers, beside && styles.beside)}>
    {rowsFor(ground.role).map((info) => (
      <li key={info.part}>
        <Row
          info={info}
          title={partTitle(info, ground)}
          answer={info.answer?.(ground)}
          current={currentOf(info, beside)}
        />
      </li>
    ))}
  </ul>
);

/** Whether a row leads to the open part, or to the one that leads to it. */
function currentOf({ part }: PartInfo, open: PartInfo | undefined): 'page' | 'true' | undefined {
  if (part === open?.part) return 'page';
  return part === open?.isWithin ? 'true' : undefined;
}

interface RowProps {
  info: PartInfo;
  title: string;
  answer: PartAnswer | undefined;
  current: 'page' | 'true' | undefined;
}

function Row({ info: { part, icon }, title, answer, current }: RowProps) {
  return (
    <Link to={`/settings/${part}`} className={styles.answer} aria-current={current}>
      <Icon name={icon} />
      <span className={styles.words}>
        <span className={styles.topic}>{title}</span>
        {answer ? <Said {...answer} /> : <span className={styles.say}>Ответ не загрузился</span>}
      </span>
      <Icon name="chevron-right" size="sm" />
    </Link>
  );
}

const Said = ({ say, note, doubts = [] }: PartAnswer) => (
  <span className={styles.say}>
    <b>{keepTogether(say)}</b>
    {note !== undefined && <small>{keepTogether(note)}</small>}
    {doubts.map(({ text, icon }) => (
      <State key={text} tone="wait" icon={icon}>
        {text}
      </State>
    ))}
  </span>
);
