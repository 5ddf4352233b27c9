import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, momentText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, type Tone } from '#web/ui/card/state.tsx';
import { contract } from '../api/contract.ts';
import { useMay, useMe } from '../api/me.ts';
import { rolesText } from '../api/role-words.ts';
import { useAnswer } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part, Plane, PlaneHead } from '../look/plane.tsx';
import type { Colleague } from './colleague.ts';
import { ColleagueDialog } from './colleague-dialog.tsx';
import { PersonDialog, type PersonAct } from './person-dialog.tsx';

const STATES: Record<Colleague['state'], { tone: Tone; word: string }> = {
  invited: { tone: 'wait', word: 'Ждём первого входа' },
  active: { tone: 'ok', word: 'Работает' },
  blocked: { tone: 'off', word: 'Вход закрыт' },
};

interface Asked {
  readonly act: PersonAct;
  readonly person: Colleague;
}

/** Who works here, in which roles; an administrator lets people in and shuts them out. */
export function TeamPage() {
  const answer = useAnswer(contract.staff.list, {});
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const mayAdd = useMay('staff add');
  const online = answer.data?.filter(({ sessions }) => sessions > 0).length;
  return (
    <Plane>
      <PlaneHead
        title="Сотрудники"
        lead={
          online === undefined
            ? undefined
            : `Сейчас в рабочем месте ${counted(online, 'человек', 'человека', 'человек')}.`
        }
        actions={mayAdd && <Button onClick={() => setInviting(true)}>Пригласить</Button>}
      />
      <Part title="Люди и роли">
        <Loaded
          alone
          answer={answer}
          failed="Список не загрузился."
          skeleton={<SkeletonRows label="Загружаем сотрудников" tile={false} />}
        >
          {(people) => (
            <ul className={plane.rows}>
              {people.map((person) => (
                <Person key={person.person_id} person={person} onAsk={(act) => setAsked({ act, person })} />
              ))}
            </ul>
          )}
        </Loaded>
      </Part>
      {isInviting && <ColleagueDialog onClose={() => setInviting(false)} />}
      {asked && <PersonDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Plane>
  );
}

const usedText = ({ last_used_at: at, sessions }: Colleague): string => {
  if (at === null) return 'ещё не входил';
  return sessions > 0 ? 'сейчас в рабочем месте' : `был ${momentText(at, dayOf(now()))}`;
};

function Person({ person, onAsk }: { person: Colleague; onAsk: (act: PersonAct) => void }) {
  const me = useMe();
  const may = { roles: useMay('staff roles'), block: useMay('staff block'), invite: useMay('staff invite') };
  const { tone, word } = STATES[person.state];
  const isOther = person.login !== me.login;
  const isBlocked = person.state === 'blocked';
  return (
    <li className={plane.row}>
      <div>
        <b>{person.name}</b>{' '}
        <State tone={tone} quiet={tone === 'ok'}>
          {word}
        </State>
        <span className={plane.sub}>
          {person.login} · {rolesText(person.roles)} · {usedText(person)}
        </span>
      </div>
      {isOther ? (
        <ButtonRow>
          {may.roles && (
            <Button look="plain" size="sm" onClick={() => onAsk('roles')}>
              Роли
            </Button>
          )}
          {may.invite && !isBlocked && (
            <Button look="plain" size="sm" onClick={() => onAsk('invite')}>
              Новая ссылка
            </Button>
          )}
          {may.block && (
            <Button look="plain" size="sm" onClick={() => onAsk(isBlocked ? 'unblock' : 'block')}>
              {isBlocked ? 'Открыть вход' : 'Закрыть вход'}
            </Button>
          )}
        </ButtonRow>
      ) : (
        <span className={plane.muted}>это вы</span>
      )}
    </li>
  );
}
