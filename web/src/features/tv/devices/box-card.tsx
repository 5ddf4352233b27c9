import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { cx } from '#web/lib/text/cx.ts';
import { timeText } from '#web/lib/text/format.ts';
import { useNow } from '#web/lib/clock/use-now.ts';
import { Card } from '#web/ui/card/card.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { CommandDialog } from './command-dialog.tsx';
import styles from './devices.module.css';
import { actions, outcomeOf, deviceSeenText } from './devices.texts.ts';
import type { Action, Remote, TvDevice } from './tv-devices.ts';

interface BoxProps {
  userId: number;
  box: TvDevice;
  title: string;
  today: string;
}

const ONLINE = (
  <State tone="ok" quiet>
    На&nbsp;связи
  </State>
);
const OFFLINE = (
  <State tone="off" icon="wifi-off" quiet>
    Нет связи
  </State>
);

/** The most frequently needed first, whatever the order of the platform. */
const ORDER: readonly Action[] = ['reboot', 'reload', 'reset_pin', 'message', 'rebind'];

/** A set-top box and its remote control. Each command shows its last outcome; a row repeats it. */
export function BoxCard({ userId, box, title, today }: BoxProps) {
  const [asked, setAsked] = useState<Remote>();
  const { mutate, isPending } = useAction(contract.tvUser.remoteControl);
  const { device, name, serial, is_online: isOnline, is_leaving: isLeaving, remote } = box;
  const send = (action: Action, text?: string): void =>
    mutate(
      { params: { id: String(userId) }, body: { action, device, ...(text !== undefined && { text }) } },
      {
        onSuccess: () => setAsked(undefined),
        onError: (failure) => {
          setAsked(undefined);
          sayError(failure, 'Проверьте связь и повторите', 'Команда не отправлена');
        },
      },
    );
  const begin = (one: Remote): void => {
    if (isAskedFirst(one.action)) setAsked(one);
    else send(one.action);
  };
  const locked = remote.find(({ control }) => control.status === 'locked')?.control.text;
  return (
    <Card title={title} aside={isOnline ? ONLINE : OFFLINE}>
      <KeyValues
        list={[
          ['Модель', name],
          serial !== null && ['Серийный номер', serial],
          !isOnline && ['Связь', deviceSeenText(box, today)],
        ]}
      />
      {locked !== undefined && <p className={styles.reason}>{`${locked}.`}</p>}
      <ul className={styles.commands}>
        {remote
          .toSorted((a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action))
          .map((one) => (
            <li key={one.action}>
              <Command remote={one} asleep={isLeaving || isPending} today={today} onSend={() => begin(one)} />
            </li>
          ))}
      </ul>
      {asked && (
        <CommandDialog
          remote={asked}
          busy={isPending}
          onClose={() => setAsked(undefined)}
          onSend={(text) => send(asked.action, text)}
        />
      )}
    </Card>
  );
}

const isAskedFirst = (action: Action): boolean => action !== 'reload';

interface CommandProps {
  remote: Remote;
  /** No command can be sent now; the reason is shown elsewhere. */
  asleep: boolean;
  today: string;
  onSend: () => void;
}

function Command({ remote, asleep, today, onSend }: CommandProps) {
  const { action, control, again_from: again } = remote;
  const { name, icon } = actions[action];
  const now = useNow(again !== null);
  const isResting = again !== null && Date.parse(again) > now;
  const isOff = [asleep, control.status === 'locked', isResting].includes(true);
  return (
    <button
      type="button"
      className={styles.command}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onSend}
    >
      <Icon name={icon} size="sm" />
      <span>
        <b>{name}</b>
        <Outcome remote={remote} again={isResting ? again : null} today={today} />
      </span>
      <Icon name={control.status === 'locked' ? 'lock' : 'chevron-right'} size="sm" />
    </button>
  );
}

/** The last outcome of a command, announced when it changes, and from when a finished one can be repeated. */
function Outcome({ remote, again, today }: { remote: Remote; again: string | null; today: string }) {
  const outcome = outcomeOf(remote, today);
  const rest = again !== null && remote.last?.state === 'done' ? `. Ещё раз с\u00a0${timeText(again)}` : '';
  return (
    <span role="status">
      {outcome && (
        <span className={cx(styles.last, styles[outcome.look])}>
          <Icon name={outcome.icon} size="xs" />
          <span>{outcome.text + rest}</span>
        </span>
      )}
    </span>
  );
}
