import { counted, dayOf, momentText, rubles } from '#web/lib/text/format.ts';
import { now } from '#web/lib/clock/clock.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { contract } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import { causeKey, COSTS, pageOf, type Waiting } from '../inbox/inbox.texts.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';

const EVERY_MS = 60_000;

/** All that waits for a person, one cause a row, what costs most first. */
export function WaitingPart() {
  const answer = useAnswer(contract.inbox.list, { query: {} }, { every: EVERY_MS });
  return (
    <Part title="Ждёт человека">
      <Loaded
        answer={answer}
        failed="Список не загрузился."
        skeleton={<SkeletonRows label="Загружаем, что ждёт" tile={false} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className={plane.muted}>Ничего не ждёт.</p>
          ) : (
            <ul className={plane.rows}>
              {items.map((item) => (
                <li key={causeKey(item)}>
                  <WaitingRow item={item} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Part>
  );
}

function WaitingRow({ item }: { item: Waiting }) {
  const { title, cost, count, sum, since } = item;
  const { tone, word } = COSTS[cost];
  return (
    <Link to={pageOf(item)} className={plane.row}>
      <div>
        <b>{title}</b>
        <span className={plane.sub}>
          {counted(count, 'дело', 'дела', 'дел')}
          {sum !== null && ` на ${rubles(sum)}`}, старшее с {momentText(since, dayOf(now()))}
        </span>
      </div>
      <State tone={tone}>{word}</State>
    </Link>
  );
}
