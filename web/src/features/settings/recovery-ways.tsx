import { useState } from 'react';
import { contract, type Wire } from '#api/contract.ts';
import { useAction, useCall } from '#api/use-call.ts';
import { now } from '#lib/clock.ts';
import { counted, dayOf, momentText, phone } from '#lib/format.ts';
import { ErrorBlock } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Switch } from '#ui/choice.tsx';
import { CutDialog } from '#ui/cut-dialog.tsx';
import { Rows } from '#ui/rows.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { sayError, saySuccess } from '#ui/toast-store.ts';
import styles from './settings.module.css';

type Ways = Wire<typeof contract.security.recovery>;
type Way = Ways['ways'][number];

const NAMES = {
  phone: { title: 'Код по СМС', none: 'Телефон не подтверждён', by: 'по СМС', lost: 'К этой почте' },
  email: { title: 'Код на почту', none: 'Почта не подтверждена', by: 'по почте', lost: 'К этому номеру' },
} as const;

/** How a forgotten password is replaced, and how often strangers have asked for that. */
export function RecoveryWays() {
  const { data, error, refetch } = useCall(contract.security.recovery, {});
  if (error && !data) {
    return (
      <ErrorBlock title="Не удалось узнать, как восстанавливается пароль." onRetry={() => void refetch()}>
        Способы действуют как прежде.
      </ErrorBlock>
    );
  }
  return (
    <Card title="Если забыли пароль">
      {data ? <List {...data} /> : <SkeletonRows label="Загружаем, как восстановить пароль" />}
    </Card>
  );
}

function List({ ways, asked }: Ways) {
  const [closing, setClosing] = useState<Way>();
  const { mutate, isPending } = useAction(contract.security.switchRecovery);
  const turn = ({ kind }: Way, isOpen: boolean): void =>
    mutate(
      { body: { kind, is_open: isOpen } },
      {
        onSuccess: () => {
          setClosing(undefined);
          saySuccess(isOpen ? 'Включили' : 'Выключили', `Новый пароль ${NAMES[kind].by}`);
        },
        onError: (failure) => sayError(failure, 'Не получилось. Повторите через минуту'),
      },
    );
  return (
    <>
      <Rows>
        {ways.map((way) => (
          <OneWay key={way.kind} way={way} onTurn={(on) => (on ? turn(way, true) : setClosing(way))} />
        ))}
      </Rows>
      <p className={styles.note}>{askedText(asked)}</p>
      <CloseDialog
        way={closing}
        rest={ways.find(({ kind }) => kind !== closing?.kind)}
        busy={isPending}
        onCut={() => closing && turn(closing, false)}
        onClose={() => setClosing(undefined)}
      />
    </>
  );
}

const shown = ({ kind, address }: Way): string | null =>
  address !== null && kind === 'phone' ? phone(address) : address;

function OneWay({ way, onTurn }: { way: Way; onTurn: (on: boolean) => void }) {
  const { kind, address, is_open: isOpen, why_open: why } = way;
  const { title, none } = NAMES[kind];
  return (
    <div className={styles.way}>
      <span>
        <b>{title}</b>
        <small>{shown(way) ?? none}</small>
        {isOpen && address !== null && why !== null && <small>{why}.</small>}
        {!isOpen && <small>Выключено: код не придёт, кто бы его ни просил.</small>}
      </span>
      {address !== null && (
        <Switch label={`${title} для нового пароля`} on={isOpen} locked={isOpen && why !== null} onChange={onTurn} />
      )}
    </div>
  );
}

/** «За 30 дней новый пароль просили 4 раза, последний раз сегодня в 10:05». */
function askedText({ asked, sent, last_asked_at: last }: Ways['asked']): string {
  if (last === null) return 'За 30 дней с незнакомых устройств новый пароль никто не просил.';
  const times = counted(asked, 'раз', 'раза', 'раз');
  const messages =
    sent === 0 ? 'Кодов не отправили' : `Отправили ${counted(sent, 'сообщение', 'сообщения', 'сообщений')}`;
  return (
    `За 30 дней с незнакомых устройств новый пароль просили ${times}, последний раз ${momentText(last, dayOf(now()))}. ` +
    `${messages}. Чем чаще просят чужие, тем реже мы отправляем. На устройствах, где вы уже входили, код придёт сразу.`
  );
}

interface CloseDialogProps {
  way: Way | undefined;
  /** The way that stays. */
  rest: Way | undefined;
  busy: boolean;
  onCut: () => void;
  onClose: () => void;
}

function CloseDialog({ way, rest, busy, onCut, onClose }: CloseDialogProps) {
  const { by, lost } = NAMES[way?.kind ?? 'phone'];
  const stays = rest ? shown(rest) : null;
  return (
    <CutDialog
      open={way !== undefined}
      title={`Больше не давать новый пароль ${by}?`}
      cut="Выключить"
      busy={busy}
      onCut={onCut}
      onClose={onClose}
    >
      <p>
        Если забудете пароль, код придёт только {rest?.kind === 'phone' ? 'на номер' : 'на почту'} <b>{stays}</b>.
      </p>
      <p>{lost} не будет доступа — новый пароль даст только поддержка. Включить обратно можно здесь же.</p>
    </CutDialog>
  );
}
