import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, momentText, phone } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { canSendAnyCode, canSendCode, NO_CODES } from '#web/shared/contact/code-ways.ts';
import { SupportLine } from '#web/shared/service/page/service-support.tsx';
import { Address } from '#web/ui/text/address.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Switch } from '#web/ui/field/choice.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from '../settings.module.css';

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
      <Card title="Если забыли пароль">
        <ErrorBlock title="Не удалось узнать, как восстанавливается пароль." onRetry={() => void refetch()}>
          Способы действуют как прежде.
        </ErrorBlock>
      </Card>
    );
  }
  return (
    <Card title="Если забыли пароль">
      {data ? <Known {...data} /> : <SkeletonRows label="Загружаем, как восстановить пароль" />}
    </Card>
  );
}

const Known = (known: Ways) => (canSendAnyCode() ? <List {...known} /> : <BySupport />);

/** No code would come, whatever is switched on here. */
const BySupport = () => (
  <>
    <p className={styles.lead}>СМС и&nbsp;письма с&nbsp;кодами отсюда пока не&nbsp;отправляются.</p>
    <SupportLine>Одноразовый пароль даст поддержка</SupportLine>
  </>
);

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
      <Asked {...asked} />
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
  const { title } = NAMES[kind];
  const isReached = canSendCode(kind);
  return (
    <div className={styles.way}>
      <span>
        <b>{title}</b>
        <small>
          <Where way={way} />
        </small>
        {isReached ? <Turned way={way} /> : <small>{NO_CODES[kind]}: код не&nbsp;придёт.</small>}
      </span>
      {address !== null && isReached && (
        <Switch label={`${title} для нового пароля`} on={isOpen} locked={isOpen && why !== null} onChange={onTurn} />
      )}
    </div>
  );
}

/** The contact to which the code comes, or where one is confirmed. */
function Where({ way }: { way: Way }) {
  const address = shown(way);
  if (address !== null) return <Address>{address}</Address>;
  const { none } = NAMES[way.kind];
  if (!canSendCode(way.kind)) return none;
  return (
    <>
      {none}. <Link to="/settings/mobile">Подтвердить</Link>
    </>
  );
}

function Turned({ way: { address, is_open: isOpen, why_open: why } }: { way: Way }) {
  if (!isOpen) return <small>Выключено: код не&nbsp;придёт, кто&nbsp;бы его ни&nbsp;просил.</small>;
  return address !== null && why !== null && <small>{why}.</small>;
}

/** «За 30 дней новый пароль просили 4 раза, последний раз 26 ноября, 10:05», and what that means. */
function Asked({ asked, sent, last_asked_at: last }: Ways['asked']) {
  if (last === null) {
    return (
      <p className={styles.note}>За 30&nbsp;дней с&nbsp;незнакомых устройств новый пароль никто не&nbsp;просил.</p>
    );
  }
  const times = counted(asked, 'раз', 'раза', 'раз');
  const messages =
    sent === 0 ? 'Кодов не отправили' : `Отправили ${counted(sent, 'сообщение', 'сообщения', 'сообщений')}`;
  return (
    <>
      <p className={styles.asked}>
        За 30&nbsp;дней с&nbsp;незнакомых устройств новый пароль просили {times}, последний раз{' '}
        {momentText(last, dayOf(now()))}. {messages}.
      </p>
      <p className={styles.note}>
        Без кода пароль не&nbsp;сменить. Чем чаще просят чужие, тем реже мы&nbsp;отправляем. На&nbsp;устройствах, где
        вы&nbsp;уже входили, код придёт сразу.
      </p>
    </>
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
        Если забудете пароль, код придёт только {rest?.kind === 'phone' ? 'на номер' : 'на почту'}{' '}
        <b>{stays !== null && <Address>{stays}</Address>}</b>.
      </p>
      <p>{lost} не будет доступа — новый пароль даст только поддержка. Включить обратно можно здесь&nbsp;же.</p>
    </CutDialog>
  );
}
