import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { capital, counted, dayOf, dayText, keepTogether, momentText, rubles } from '#web/lib/text/format.ts';
import { SwitchRow } from '#web/shared/change/switch-row.tsx';
import type { Control } from '#web/shared/change/switch.texts.ts';
import { fromKopecks, isZero, toKopecks } from '#web/shared/money/account-sums.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { GlidingRows } from '#web/ui/text/gliding-rows.tsx';
import { State } from '#web/ui/card/state.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from './sip.module.css';
import { sayRefused, type SipLine } from './sip.texts.ts';

type Direction = SipLine['directions'][number];

const priceOf = ({ price, connection }: Direction): string =>
  [
    isZero(price) ? 'бесплатно' : `${rubles(price)} за\u00a0минуту`,
    !isZero(connection) && `${rubles(connection)} за\u00a0соединение`,
  ]
    .filter(Boolean)
    .join(' и\u00a0');

/** Beside the switch: the minute; the connection stands in the words below. */
const minuteOf = ({ price }: Direction): string => (isZero(price) ? 'Бесплатно' : rubles(price));

/** The line below a direction: the price of a connection, and when the direction closes. */
function aboutOf({ connection, open_hours: hours, closes_at: closesAt }: Direction): string | undefined {
  const words = [
    !isZero(connection) && `Соединение ${rubles(connection)}.`,
    closesAt !== null && `Закроем сами ${momentText(closesAt, dayOf(now()))}.`,
    closesAt === null && hours !== null && `Открываем на ${hoursText(hours)}, потом закроем сами.`,
  ].filter(Boolean);
  return words.length > 0 ? keepTogether(words.join(' ')) : undefined;
}

const hoursText = (hours: number): string => counted(hours, 'час', 'часа', 'часов');

const OPEN = (
  <State tone="ok" quiet>
    Открыто
  </State>
);
const SHUT = (
  <State tone="wait" quiet>
    Пока нет
  </State>
);
const ALWAYS: Control = { status: 'on', text: '', possible_from: null };

const CLOSED = 'Заграница закрыта с подключения: так спокойнее, если пароль украдут. Откройте только нужное.';
const STOPPED = 'Лимит кончился: платные звонки не пройдут и туда, что открыто, пока его не поднимете.';

const controlOf = ({ is_open }: Direction): Control => ({
  status: is_open ? 'on' : 'off',
  text: '',
  possible_from: null,
});

/** Where the line may call, with the price of each direction. */
export function Directions({ line, isWorking }: { line: SipLine; isWorking: boolean }) {
  const [asked, setAsked] = useState<Direction>();
  const { mutate: shut } = useAction(contract.sipUser.closeDirection);
  const close = (direction: Direction): void =>
    shut(
      { body: { user_id: line.user_id, zone: direction.zone } },
      { onSuccess: () => saySuccess(`Закрыли: ${direction.name}`), onError: sayRefused },
    );
  const [home, abroad, free] = (['home', 'abroad', 'free'] as const).map((access) =>
    line.directions.filter((direction) => direction.access === access),
  ) as [Direction[], Direction[], Direction[]];
  const stopped = line.limits?.stopped;
  return (
    <Card title="Куда можно звонить" aside={<span className={styles.muted}>цена за&nbsp;минуту</span>}>
      <GlidingRows>
        {home.length > 0 && <Home directions={home} stopped={stopped} isWorking={isWorking} />}
        {free.map((direction) => (
          <SwitchRow
            key={direction.zone}
            name={direction.name}
            about={keepTogether(
              isWorking ? 'Открыто и при исчерпанном лимите.' : 'Откроется, как только линия заработает.',
            )}
            cost={minuteOf(direction)}
            control={ALWAYS}
            mark={markOf(isWorking)}
          />
        ))}
        {abroad.map((direction) => (
          <SwitchRow
            key={direction.zone}
            name={direction.name}
            about={aboutOf(direction)}
            cost={minuteOf(direction)}
            control={controlOf(direction)}
            onSwitch={(status) => (status === 'on' ? setAsked(direction) : close(direction))}
          />
        ))}
      </GlidingRows>
      {abroad.length > 0 && <p className={styles.below}>{keepTogether(stopped ? STOPPED : CLOSED)}</p>}
      {asked && <OpenDialog line={line} direction={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

const markOf = (isWorking: boolean) => (isWorking ? OPEN : SHUT);

interface HomeProps {
  directions: readonly Direction[];
  /** A limit of spending is used up. */
  stopped: NonNullable<SipLine['limits']>['stopped'] | undefined;
  isWorking: boolean;
}

const closedUntil = (until: string) => (
  <State tone="wait" icon="lock">{`Закрыто до\u00a0${dayText(dayOf(until), dayOf(now()))}`}</State>
);

/** Directions that are open as long as the limit lasts, in one row: «Местные 0,65 ₽, мобильные 2,20 ₽». */
function Home({ directions, stopped, isWorking }: HomeProps) {
  const prices = directions.map(({ price }) => toKopecks(price));
  const least = Math.min(...prices);
  const words = directions.map((one) => `${one.name.toLowerCase()} ${minuteOf(one).toLowerCase()}`).join(', ');
  const lowest = least === 0 ? 'Бесплатно' : rubles(fromKopecks(least));
  return (
    <SwitchRow
      name="Россия"
      about={keepTogether(`${capital(words)}.`)}
      cost={least === Math.max(...prices) ? lowest : `от\u00a0${lowest.toLowerCase()}`}
      control={ALWAYS}
      mark={stopped && least > 0 ? closedUntil(stopped.until) : markOf(isWorking)}
    />
  );
}

interface OpenProps {
  line: SipLine;
  direction: Direction;
  onClose: () => void;
}

function OpenDialog({ line, direction, onClose }: OpenProps) {
  const { mutate, isPending } = useAction(contract.sipUser.openDirection);
  const open = (): void =>
    mutate(
      { body: { user_id: line.user_id, zone: direction.zone } },
      {
        onSuccess: ({ directions }) => {
          const until = directions.find(({ zone }) => zone === direction.zone)?.closes_at;
          const later = until ? `Закроем сами ${momentText(until, dayOf(now()))}` : 'Закрыть можно в любой момент';
          saySuccess(`Открыли: ${direction.name}`, keepTogether(later));
          onClose();
        },
        onError: sayRefused,
      },
    );
  const { open_hours: hours } = direction;
  const lasts = hours === null ? '' : ` Через ${hoursText(hours)} закроем сами.`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Открыть «${direction.name}»?`}
      actions={
        <>
          <Button busy={isPending} onClick={open}>
            Открыть
          </Button>
          <Button look="plain" onClick={onClose}>
            Не открывать
          </Button>
        </>
      }
    >
      <p>
        {keepTogether(
          `Звонки туда стоят ${priceOf(direction)} и входят в лимит.${lasts} Попросим пароль от кабинета и пришлём сообщение.`,
        )}
      </p>
    </Dialog>
  );
}
