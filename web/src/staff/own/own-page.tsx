import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, momentText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useMe } from '../api/me.ts';
import { rolesText } from '../api/role-words.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part, Plane, PlaneHead } from '../look/plane.tsx';
import { OpenIdPart } from './openid-part.tsx';
import { PasskeysPart } from './passkeys-part.tsx';
import { PasswordPart } from './password-part.tsx';
import { SparePart } from './spare-part.tsx';

/** What a person does about her own sign-in. */
export function OwnPage() {
  const me = useMe();
  return (
    <Plane>
      <PlaneHead title={me.name} lead={`Логин ${me.login ?? ''}, роли: ${rolesText(me.roles)}.`} />
      <Sessions />
      <PasskeysPart />
      <OpenIdPart />
      <PasswordPart />
      <SparePart />
    </Plane>
  );
}

function Sessions() {
  const answer = useAnswer(contract.own.sessions, {});
  const end = useChange(contract.own.endSessions);
  const today = dayOf(now());
  const endOthers = (): void =>
    end.mutate(
      { body: {} },
      {
        onSuccess: ({ ended }) => saySuccess(`Закончили ${counted(ended, 'сеанс', 'сеанса', 'сеансов')}`),
        onError: (failure) => void sayError(failure, 'Закончить не получилось. Повторите'),
      },
    );
  const hasOthers = answer.data?.some(({ is_current }) => !is_current) ?? false;
  return (
    <Part
      title="Сеансы"
      aside={
        hasOthers && (
          <Button look="plain" size="sm" busy={end.isPending} onClick={endOthers}>
            Закончить остальные
          </Button>
        )
      }
    >
      <Loaded
        alone
        answer={answer}
        failed="Сеансы не загрузились."
        skeleton={<SkeletonRows label="Загружаем сеансы" count={2} tile={false} />}
      >
        {(sessions) => (
          <ul className={plane.rows}>
            {sessions.map(
              ({ session_id: id, is_current, browser, address, started_at: started, last_used_at: used }) => (
                <li key={id} className={plane.row}>
                  <div>
                    <b>{browser}</b> {is_current && <State tone="ok">Этот</State>}
                    <span className={plane.sub}>
                      {address} · вошли {momentText(started, today)}
                    </span>
                  </div>
                  <span className={plane.end}>{momentText(used, today)}</span>
                </li>
              ),
            )}
          </ul>
        )}
      </Loaded>
    </Part>
  );
}
