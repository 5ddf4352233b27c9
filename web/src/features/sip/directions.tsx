import { useState } from 'react';
import { contract } from '#api/contract.ts';
import { useAction } from '#api/use-call.ts';
import { keepTogether, rubles } from '#lib/format.ts';
import { SwitchRow, type Control } from '#shared/change/switch-row.tsx';
import { isZero } from '#shared/money/account-sums.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { saySuccess } from '#ui/toast-store.ts';
import styles from './sip.module.css';
import { sayRefused, type SipLine } from './sip.texts.ts';

type Direction = SipLine['directions'][number];

const ABOUT: Readonly<Record<Direction['access'], string>> = {
  home: 'Открыто всегда.',
  free: 'Открыто всегда, и при исчерпанном лимите.',
  abroad: 'Закрыто с подключения: так спокойнее, если пароль украдут.',
};

const priceOf = ({ price, connection }: Direction): string =>
  [
    isZero(price) ? 'бесплатно' : `${rubles(price)} за\u00a0минуту`,
    !isZero(connection) && `${rubles(connection)} за\u00a0соединение`,
  ]
    .filter(Boolean)
    .join(' и\u00a0');

const controlOf = ({ access, is_open }: Direction): Control => ({
  status: access === 'abroad' ? (is_open ? 'on' : 'off') : 'locked',
  text: '',
  possible_from: null,
});

/** Where the line may call, with the price of each direction. */
export function Directions({ line }: { line: SipLine }) {
  const [asked, setAsked] = useState<Direction>();
  const { mutate: shut } = useAction(contract.sipUser.closeDirection);
  const close = (direction: Direction): void =>
    shut(
      { body: { user_id: line.user_id, zone: direction.zone } },
      { onSuccess: () => saySuccess(`Закрыли: ${direction.name}`), onError: sayRefused },
    );
  return (
    <Card title="Куда можно звонить">
      <div className={styles.directions}>
        {line.directions.map((direction) => (
          <SwitchRow
            key={direction.zone}
            name={direction.name}
            about={direction.access === 'abroad' && direction.is_open ? undefined : ABOUT[direction.access]}
            cost={priceOf(direction)}
            control={controlOf(direction)}
            onSwitch={(status) => (status === 'on' ? setAsked(direction) : close(direction))}
          />
        ))}
      </div>
      {asked && <OpenDialog line={line} direction={asked} onClose={() => setAsked(undefined)} />}
    </Card>
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
        onSuccess: () => {
          saySuccess(`Открыли: ${direction.name}`, 'Закрыть можно в любой момент');
          onClose();
        },
        onError: sayRefused,
      },
    );
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
          `Звонки туда стоят ${priceOf(direction)} и входят в лимит. Попросим пароль от кабинета и пришлём сообщение.`,
        )}
      </p>
    </Dialog>
  );
}
