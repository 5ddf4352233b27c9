import { useRef, useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { Link, useLocation } from '#web/lib/page/router.tsx';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { visitWindowText } from '#web/shared/service/text/order.texts.ts';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { trialsOf } from '#web/shared/diagnosis/diagnosis.texts.ts';
import { Trials as TrialList } from '#web/shared/diagnosis/trials.tsx';
import { findingOf, Findings, mayHelp } from './findings.tsx';
import { Incidents } from '../incidents.tsx';
import { keepDraft, keptDraft } from '../talk/kept-draft.ts';
import { EMPTY, ORDER, OrderForm, type Draft } from './order-form.tsx';
import styles from '../support.module.css';

type Goal = Wire<typeof contract.support.getOrderGoals>[number];
type Checked = Wire<typeof contract.support.check>;

const BACK = { to: '/support/orders', text: 'Все заявки' };

/** /support/new: the goal, what the portal knows, what to try, and the order. `?goal=скорость` chooses a goal by a part of its name. */
export function NewOrder() {
  const goals = useCall(contract.support.getOrderGoals, {});
  const [goalId, setGoalId] = useGoal(goals.data ?? []);
  const [draft, setDraft] = useState<Draft>(() => ({ ...EMPTY, ...keptDraft<Typed>(ORDER) }));
  // A file comes seconds after it was chosen: it joins what has been typed by then.
  const latest = useRef(draft);
  const write = (change: (before: Draft) => Draft): void => {
    latest.current = change(latest.current);
    setDraft(latest.current);
    if (goalId !== undefined) keepDraft(ORDER, typedOf(latest.current, goalId));
  };
  const checked = useCall(
    contract.support.check,
    { query: { goal_id: goalId ?? '' } },
    { enabled: goalId !== undefined },
  );
  const finding = checked.data && findingOf(checked.data);
  return (
    <>
      <PageHead
        title={finding ?? 'Что случилось?'}
        tab="Новая заявка"
        lead={finding === undefined ? 'Выберите тему. Что знаем сами, уже заполнили.' : undefined}
        back={BACK}
      />
      <div className={styles.stack}>
        <Incidents />
        <LoadedCard
          title="Тема"
          answer={goals}
          failed="Не удалось загрузить темы."
          skeleton={<SkeletonRows label="Загружаем темы" count={2} tile={false} />}
        >
          {(all) => (
            <>
              <Card title="Тема">
                <Chips
                  label="Тема заявки"
                  options={all.map(({ goal_id, name }) => ({ value: String(goal_id), text: name }))}
                  value={goalId}
                  onChange={setGoalId}
                />
              </Card>
              {all
                .filter(({ goal_id }) => String(goal_id) === goalId)
                .map((goal) => (
                  <OfGoal key={goal.goal_id} {...{ goal, draft }} answer={checked} onChange={write} />
                ))}
            </>
          )}
        </LoadedCard>
      </div>
    </>
  );
}

/** The part of an order that is kept as a draft: a file or a free window may be gone by tomorrow. */
interface Typed extends Pick<Draft, 'text' | 'phone' | 'wanted'> {
  goal: string;
}

const typedOf = ({ text, phone, wanted }: Draft, goal: string): Typed => ({ text, phone, wanted, goal });

/** The id of the goal that is picked, or else named by the address. */
function useGoal(goals: readonly Goal[]) {
  const word = new URLSearchParams(useLocation().search).get('goal');
  const [picked, pick] = useState(() => (word === null ? keptDraft<Typed>(ORDER).goal : undefined));
  const named = word === null ? undefined : goals.find(({ name }) => name.toLowerCase().includes(word));
  return [picked ?? (named && String(named.goal_id)), pick] as const;
}

interface Drafting {
  goal: Goal;
  draft: Draft;
  onChange: (change: (before: Draft) => Draft) => void;
}

interface OfGoalProps extends Drafting {
  answer: ReturnType<typeof useCall<typeof contract.support.check>>;
}

const OfGoal = ({ answer, ...drafting }: OfGoalProps) => (
  <LoadedCard
    title="Проверка услуги"
    answer={answer}
    failed="Не удалось проверить услугу."
    skeleton={<SkeletonRows label="Проверяем услугу" count={3} tile={false} />}
  >
    {(checked) => <Before checked={checked} {...drafting} />}
  </LoadedCard>
);

function Known({ known }: { known: Checked['known'] }) {
  return (
    <Card title="Уже знаем">
      <KeyValues
        list={[
          known.service !== null && ['Услуга', known.service],
          ['Адрес', known.address],
          known.phone !== null && ['Телефон', known.phone],
          ['Спросить', known.client],
        ]}
      />
    </Card>
  );
}

function Before({ checked, ...drafting }: Drafting & { checked: Checked }) {
  const { goal } = drafting;
  const { known, open_order: open } = checked;
  const [tried, setTried] = useState<readonly string[]>([]);
  return (
    <>
      {open && <OpenAlready open={open} />}
      <Findings checked={checked} />
      {mayHelp(checked) && <Trials kind={goal.service_kind} tried={tried} onChange={setTried} />}
      <Known known={known} />
      <OrderForm {...drafting} known={known} tried={tried} />
    </>
  );
}

function OpenAlready({ open }: { open: NonNullable<Checked['open_order']> }) {
  const { order_id: id, goal, visit } = open;
  return (
    <Callout
      title={`Заявка «${goal}» уже открыта.`}
      action={<Link to={`/support/order?id=${id}`}>Дописать в заявку {id}</Link>}
    >
      {visit ? `${visitWindowText(visit, dayOf(now()))}. Вторая не нужна.` : 'Допишите в неё, если речь о том же.'}
    </Callout>
  );
}

interface TrialsProps {
  kind: Goal['service_kind'];
  tried: readonly string[];
  onChange: (tried: readonly string[]) => void;
}

/** What often helps at once. The order says what the client has tried. */
function Trials(props: TrialsProps) {
  if (trialsOf(props.kind).length === 0) return null;
  return (
    <Card title="Сначала попробуйте">
      <TrialList {...props} />
      <p className={styles.note}>
        Помогло? Тогда заявка не нужна: <Link to="/support/orders">вернуться к заявкам</Link>.
      </p>
    </Card>
  );
}
