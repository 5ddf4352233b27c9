import { counted, dayOf, momentText, rubles } from '#web/lib/text/format.ts';
import { now } from '#web/lib/clock/clock.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, type Tone } from '#web/ui/card/state.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';

type Waiting = Wire<typeof contract.inbox.list>['items'][number];

const EVERY_MS = 60_000;

const COSTS: Record<Waiting['cost'], { tone: Tone; word: string }> = {
  money: { tone: 'bad', word: 'Деньги абонентов' },
  connection: { tone: 'bad', word: 'Связь' },
  answer: { tone: 'wait', word: 'Ждут ответа' },
  books: { tone: 'off', word: 'Учёт' },
};

/** The pages that show a kind; the others are listed by the command line so far. */
const PAGES: Partial<Record<Waiting['kind'], string>> = {
  approval: '/approvals',
  order: '/orders',
  late_order: '/orders',
};

/** Kinds whose list stands below on the same page. */
const BELOW: ReadonlySet<Waiting['kind']> = new Set(['call_back', 'new_client']);

/** All that waits for a person, one cause a row, what costs most first. */
export function WaitingPart() {
  const answer = useAnswer(contract.inbox.list, { query: {} }, { every: EVERY_MS });
  return (
    <Part title="Ждёт человека">
      <Loaded
        alone
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
                <li key={`${item.kind} ${item.cause ?? ''}`}>
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
  const { kind, title, cost, count, sum, since, list } = item;
  const { tone, word } = COSTS[cost];
  const page = PAGES[kind];
  const hint = page === undefined && !BELOW.has(kind) ? `. Список: команда «${list}»` : '';
  const words = (
    <>
      <div>
        <b>{title}</b>
        <span className={plane.sub}>
          {counted(count, 'дело', 'дела', 'дел')}
          {sum !== null && ` на ${rubles(sum)}`}, старшее с {momentText(since, dayOf(now()))}
          {hint}
        </span>
      </div>
      <State tone={tone}>{word}</State>
    </>
  );
  if (page === undefined) return <div className={plane.row}>{words}</div>;
  return (
    <Link to={page} className={plane.row}>
      {words}
    </Link>
  );
}
