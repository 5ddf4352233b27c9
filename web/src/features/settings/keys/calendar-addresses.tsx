import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, keepTogether, momentText } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, ButtonRow, TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { GlidingRows } from '#web/ui/text/gliding-rows.tsx';
import { Tile } from '#web/ui/card/state.tsx';
import styles from '../settings.module.css';

type Key = Wire<typeof contract.personalKey.list>[number];
type Made = Wire<typeof contract.personalKey.createCalendar>;

const NAME = 'Календарь списаний';

interface CalendarAddressesProps {
  addresses: readonly Key[];
  /** There are as many keys and addresses as one may have. */
  isFull: boolean;
  onRevoke: (address: Key) => void;
}

/** Addresses at which calendar apps read the coming charges: whoever knows one reads them. */
export function CalendarAddresses({ addresses, isFull, onRevoke }: CalendarAddressesProps) {
  const [asked, setAsked] = useState<AddressRequest>();
  return (
    <Card title={keepTogether('Календарь в телефоне или почте')}>
      <p className={styles.lead}>
        Будущие списания и&nbsp;перемены видны прямо в&nbsp;календаре. Кто узнает адрес, тот без пароля увидит их дни
        и&nbsp;суммы, но&nbsp;ничего не&nbsp;изменит.
        {addresses.length === 0 &&
          ' Если подключённый раньше календарь перестал обновляться, создайте адрес и\u00a0добавьте его вместо прежнего.'}
      </p>
      <GlidingRows>
        {addresses.map((address) => (
          <OneAddress
            key={address.personal_key_id}
            known={address}
            onReplace={() => setAsked({ replaces: address.personal_key_id })}
            onRevoke={() => onRevoke(address)}
          />
        ))}
      </GlidingRows>
      {!isFull && (
        <div className={styles.others}>
          <Button look="line" onClick={() => setAsked({})}>
            Создать адрес
          </Button>
        </div>
      )}
      <AddressDialog asked={asked} onClose={() => setAsked(undefined)} />
    </Card>
  );
}

interface OneAddressProps {
  known: Key;
  onReplace: () => void;
  onRevoke: () => void;
}

function OneAddress({ known: { name, created_at, used_at }, onReplace, onRevoke }: OneAddressProps) {
  const today = dayOf(now());
  const created = dayText(dayOf(created_at), today);
  return (
    <div className={styles.place}>
      <Tile icon="calendar" />
      <span>
        <b>{name}</b>
        <small>
          Создан {created}, {used_at === null ? 'ещё не открывали' : `открывали ${momentText(used_at, today)}`}
        </small>
      </span>
      <ButtonRow>
        <TextButton aria-label={`Заменить адрес, созданный ${created}`} onClick={onReplace}>
          Заменить
        </TextButton>
        <TextButton aria-label={`Отозвать адрес, созданный ${created}`} onClick={onRevoke}>
          Отозвать
        </TextButton>
      </ButtonRow>
    </div>
  );
}

/** A new address, which may take the place of another. */
interface AddressRequest {
  replaces?: string;
}

/** Makes an address, and shows it, once. */
function AddressDialog({ asked, onClose }: { asked: AddressRequest | undefined; onClose: () => void }) {
  const [made, setMade] = useState<Made>();
  const close = (): void => {
    setMade(undefined);
    onClose();
  };
  const title = asked?.replaces === undefined ? 'Адрес для календаря' : 'Заменить адрес?';
  return (
    <Dialog open={asked !== undefined} onClose={close} title={made ? 'Адрес создан' : title}>
      {made && <Shown url={made.calendar_url} onClose={close} />}
      {asked && !made && <NewAddress asked={asked} onMade={setMade} onClose={close} />}
    </Dialog>
  );
}

interface NewAddressProps {
  asked: AddressRequest;
  onMade: (made: Made) => void;
  onClose: () => void;
}

/** Says what the address lets others see, before it is made. */
function NewAddress({ asked, onMade, onClose }: NewAddressProps) {
  const [refusal, setRefusal] = useState<string>();
  const { mutate, isPending } = useAction(contract.personalKey.createCalendar);
  const create = (): void => {
    if (isPending) return;
    mutate(
      { body: { name: NAME, ...asked } },
      {
        onSuccess: onMade,
        onError: (failure) => setRefusal(readable(failure.message, 'Не получилось. Повторите через минуту')),
      },
    );
  };
  const isNew = asked.replaces === undefined;
  return (
    <div className={styles.form}>
      {refusal !== undefined && <Callout tone="bad" role="alert" title={`${refusal}.`} />}
      {!isNew && <p>Прежний адрес сразу перестанет работать: новый надо будет добавить в&nbsp;календарь.</p>}
      <p>
        Кто узнает адрес, тот без пароля увидит дни и&nbsp;суммы ваших списаний: не&nbsp;пересылайте его. Если календарь
        у&nbsp;вас на&nbsp;сайте, адрес узнает и&nbsp;этот сайт. Отозвать его можно в&nbsp;любой момент.
      </p>
      <ButtonRow stacked>
        <Button busy={isPending} onClick={create}>
          {isNew ? 'Создать адрес' : 'Заменить'}
        </Button>
        <Button look="plain" onClick={onClose}>
          {isNew ? 'Не создавать' : 'Не менять'}
        </Button>
      </ButtonRow>
    </div>
  );
}

const Shown = ({ url, onClose }: { url: string; onClose: () => void }) => (
  <div className={styles.form}>
    <p>Скопируйте его сейчас: больше мы его не&nbsp;покажем. В&nbsp;календаре выберите «Добавить по&nbsp;адресу».</p>
    <p>
      <code>{url}</code>
    </p>
    <ButtonRow stacked>
      <Button icon="copy" onClick={() => void copyText(url, 'Скопировали', 'Добавьте адрес в календарь')}>
        Скопировать адрес
      </Button>
      <Button look="plain" onClick={onClose}>
        Готово
      </Button>
    </ButtonRow>
  </div>
);
