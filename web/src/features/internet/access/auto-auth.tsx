import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { counted, momentText } from '#web/lib/text/format.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { Switch } from '#web/ui/field/choice.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { AccessRow } from './access-row.tsx';
import styles from './access-section.module.css';
import type { AutoAuthState } from './use-auto-auth.ts';

const NAME = 'Вход без пароля';

/** Automatic authentication by line: a switch, and whether the network has applied it. */
export function AutoAuth({ user: { user_id }, known }: { user: User; known: AutoAuthState }) {
  const enable = useAction(contract.internetUser.enableAutoAuth);
  const disable = useAction(contract.internetUser.disableAutoAuth);
  const turn = (on: boolean): void =>
    (on ? enable : disable).mutate(
      { body: { user_id } },
      { onError: (failure) => void sayError(failure, 'Повторите через минуту', 'Не переключили') },
    );
  const { control, is_on: isOn } = known;
  const isLocked = control.status === 'locked';
  return (
    <AccessRow
      name={NAME}
      action={
        <Switch label={NAME} on={isOn} locked={isLocked || enable.isPending || disable.isPending} onChange={turn} />
      }
    >
      <span className={styles.title}>
        <b>{isOn ? 'Включён' : 'Выключен'}</b>
        <Applied known={known} />
      </span>
      <p>{isLocked ? `${control.text}.` : explained(isOn)}</p>
    </AccessRow>
  );
}

function Applied({ known: { control, is_applied } }: { known: AutoAuthState }) {
  if (control.status === 'locked') return null;
  return (
    <span role="status">
      {is_applied ? (
        <State tone="ok" quiet>
          применено
        </State>
      ) : (
        <State tone="info">применяется…</State>
      )}
    </span>
  );
}

const explained = (isOn: boolean): string =>
  isOn
    ? 'Сеть узнаёт вас по\u00a0кабелю: логин и\u00a0пароль в\u00a0роутере не\u00a0нужны.'
    : 'Роутер входит по\u00a0логину и\u00a0паролю. Включите, и\u00a0они не\u00a0понадобятся.';

/** The bound device, and another one that has tried. */
export function Device({ known, today }: { known: AutoAuthState; today: string }) {
  const { bound_mac: bound, seen_mac: seen, seen_at: seenAt } = known;
  return (
    <AccessRow name="Устройство">
      {bound === null ? <b>Любое</b> : <b className={styles.mac}>{bound.toUpperCase()}</b>}
      {seen !== null && seenAt !== null && seen !== bound && (
        <p>{`Последним подключалось ${seen.toUpperCase()}, ${momentText(seenAt, today)}.`}</p>
      )}
      {known.unlocks_left < ALL_UNLOCKS && <p>{unlocksText(known.unlocks_left)}</p>}
    </AccessRow>
  );
}

/** Unlocks per hour. */
const ALL_UNLOCKS = 3;

const unlocksText = (left: number): string =>
  left === 0
    ? 'Разблокировок на этот час не\u00a0осталось.'
    : `Разблокировать в этот час можно ещё ${counted(left, 'раз', 'раза', 'раз')}.`;
