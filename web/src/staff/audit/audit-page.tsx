import { useState } from 'react';
import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, momentText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout, Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, type Tone } from '#web/ui/card/state.tsx';
import { Checkbox, Field } from '#web/ui/field/field.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part, Plane, PlaneHead } from '../look/plane.tsx';

type Action = Wire<typeof contract.audit.list>[number];

/** So many of the latest are looked through. */
const LATEST = '500';
const OUTCOMES: Record<Action['outcome'], { tone: Tone; word: string }> = {
  begun: { tone: 'wait', word: 'Идёт' },
  done: { tone: 'ok', word: 'Сделано' },
  refused: { tone: 'bad', word: 'Отказано' },
  failed: { tone: 'bad', word: 'Сбой' },
};

/** Who has done what, newest first; whether anybody has rewritten it. */
export function AuditPage() {
  const answer = useAnswer(contract.audit.list, { query: { limit: LATEST } });
  const [typed, setTyped] = useState('');
  const [isRefusedOnly, setRefusedOnly] = useState(false);
  const fits = (one: Action): boolean =>
    (!isRefusedOnly || one.outcome !== 'done') && searched(one).includes(typed.trim().toLowerCase());
  return (
    <Plane>
      <PlaneHead title="Журнал действий" lead="Кто что сделал или пробовал: люди, программы, сервер." />
      <Chain />
      <Part title="Последние действия">
        <Field
          label="Кто или что"
          hint="Имя, логин, команда, номер, адрес"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Checkbox checked={isRefusedOnly} onChange={() => setRefusedOnly(!isRefusedOnly)}>
          Только отказы и сбои
        </Checkbox>
        <Loaded
          alone
          answer={answer}
          failed="Журнал не загрузился."
          skeleton={<SkeletonRows label="Загружаем журнал" tile={false} />}
        >
          {(actions) => <Actions actions={actions.filter(fits)} />}
        </Loaded>
      </Part>
    </Plane>
  );
}

const searched = ({ operator, login, call, title, input, address, reason }: Action): string =>
  [operator, login, call, title, JSON.stringify(input), address, reason].join(' ').toLowerCase();

function Actions({ actions }: { actions: readonly Action[] }) {
  if (actions.length === 0)
    return (
      <Empty icon="circle-check" title="Ничего не нашли">
        Среди последних 500 действий такого нет.
      </Empty>
    );
  return (
    <ul className={plane.rows}>
      {actions.map((one) => (
        <ActionRow key={one.action_id} one={one} />
      ))}
    </ul>
  );
}

const inputText = (input: Action['input']): string =>
  Object.entries(input)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

function ActionRow({ one }: { one: Action }) {
  const { tone, word } = OUTCOMES[one.outcome];
  const { operator, role, call, title, input, reason, agreed_by: agreed, address, begun_at: begun } = one;
  return (
    <li className={plane.row}>
      <div>
        <b>{title}</b>{' '}
        <State tone={tone} quiet={tone === 'ok'}>
          {word}
        </State>
        <span className={plane.sub}>
          {operator}, {ROLE_NAMES[role]}
          {address === null ? '' : ` · ${address}`}
          {agreed === null ? '' : ` · согласие: ${agreed}`}
          {reason === null ? '' : ` · «${reason}»`}
        </span>
        <span className={plane.sub}>
          <code>{call}</code> {inputText(input)}
        </span>
      </div>
      <span className={plane.end}>{momentText(begun, dayOf(now()))}</span>
    </li>
  );
}

/** Whether the chain of hashes is whole: every row is compared, so only when somebody asks. */
function Chain() {
  const [isAsked, setAsked] = useState(false);
  const answer = useAnswer(contract.audit.verify, {}, { enabled: isAsked });
  return (
    <Part
      title="Цепочка"
      caption={isAsked ? undefined : 'Каждая запись скреплена с предыдущими'}
      aside={
        !isAsked && (
          <Button look="plain" size="sm" onClick={() => setAsked(true)}>
            Проверить
          </Button>
        )
      }
    >
      {isAsked && (
        <Loaded
          alone
          answer={answer}
          failed="Проверить не получилось."
          skeleton={<SkeletonRows label="Проверяем цепочку" count={1} tile={false} />}
        >
          {({ faults, links }) =>
            faults.length === 0 ? (
              <p>
                <State tone="ok">Целая</State> Сверили {counted(links, 'запись', 'записи', 'записей')}.
              </p>
            ) : (
              <Callout tone="bad" role="alert" title="Журнал меняли мимо кабинета.">
                {counted(faults.length, 'расхождение', 'расхождения', 'расхождений')}. Какие строки, покажет проверка
                журнала командой на сервере.
              </Callout>
            )
          }
        </Loaded>
      )}
    </Part>
  );
}
