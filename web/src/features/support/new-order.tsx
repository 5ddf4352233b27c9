import { useState } from 'react';
import { contract, type Wire } from '#api/contract.ts';
import { useCall } from '#api/use-call.ts';
import { now } from '#lib/clock.ts';
import { dayOf } from '#lib/format.ts';
import { Link } from '#lib/router.tsx';
import { Loaded } from '#shared/page/loaded.tsx';
import { PageHead } from '#shared/page/page-head.tsx';
import { visitText } from '#shared/service/order.texts.ts';
import { Callout } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Chips } from '#ui/choice.tsx';
import { Checkbox } from '#ui/field.tsx';
import { KeyValues } from '#ui/rows.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { Findings, trialsOf } from './findings.tsx';
import { Incidents } from './incidents.tsx';
import { OrderForm } from './order-form.tsx';
import styles from './support.module.css';

type Goal = Wire<typeof contract.support.getOrderGoals>[number];
type Checked = Wire<typeof contract.support.check>;

const BACK = { to: '/support/orders', text: 'Все заявки' };

/** /support/new: the goal, what the portal knows, what to try, and the order. */
export function NewOrder() {
  const goals = useCall(contract.support.getOrderGoals, {});
  const [goalId, setGoalId] = useState<string>();
  return (
    <>
      <PageHead title="Новая заявка" lead="Расскажите, что случилось. Что знаем сами, уже заполнили." back={BACK} />
      <div className={styles.stack}>
        <Incidents />
        <Loaded
          answer={goals}
          failed="Не удалось загрузить темы."
          skeleton={
            <Card title="Что случилось">
              <SkeletonRows label="Загружаем темы" count={2} tile={false} />
            </Card>
          }
        >
          {(all) => (
            <>
              <Card title="Что случилось">
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
                  <OfGoal key={goal.goal_id} goal={goal} />
                ))}
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

function OfGoal({ goal }: { goal: Goal }) {
  const answer = useCall(contract.support.check, { query: { goal_id: String(goal.goal_id) } });
  return (
    <Loaded
      answer={answer}
      failed="Не удалось проверить услугу."
      skeleton={
        <Card title="Проверяем услугу">
          <SkeletonRows label="Проверяем услугу" count={3} tile={false} />
        </Card>
      }
    >
      {(checked) => <Before goal={goal} checked={checked} />}
    </Loaded>
  );
}

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

function Before({ goal, checked }: { goal: Goal; checked: Checked }) {
  const { known, open_order: open } = checked;
  const [tried, setTried] = useState<readonly string[]>([]);
  return (
    <>
      {open && <OpenAlready open={open} />}
      <Findings checks={checked.checks} />
      <Trials kind={goal.service_kind} tried={tried} onChange={setTried} />
      <Known known={known} />
      <OrderForm goal={goal} known={known} tried={tried} />
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
      {visit ? `${visitText(visit, dayOf(now()))}. Вторая не нужна.` : 'Допишите в неё, если речь о том же.'}
    </Callout>
  );
}

interface TrialsProps {
  kind: Goal['service_kind'];
  tried: readonly string[];
  onChange: (tried: readonly string[]) => void;
}

/** What often helps at once; what was tried travels with the order. */
function Trials({ kind, tried, onChange }: TrialsProps) {
  const trials = trialsOf(kind);
  if (trials.length === 0) return null;
  return (
    <Card title="Сначала попробуйте">
      <div className={styles.trials}>
        {trials.map((trial) => (
          <Checkbox
            key={trial}
            checked={tried.includes(trial)}
            onChange={({ target }) =>
              onChange(target.checked ? [...tried, trial] : tried.filter((other) => other !== trial))
            }
          >
            {trial}
          </Checkbox>
        ))}
      </div>
      <p className={styles.note}>
        Помогло? Тогда заявка не нужна: <Link to="/support/orders">вернуться к заявкам</Link>.
      </p>
    </Card>
  );
}
