import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { cx } from '#web/lib/text/cx.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Switch } from '#web/ui/field/choice.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from './notices.module.css';

type Settings = Wire<typeof contract.notice.settings>;
type Kind = Settings['kinds'][number];
type Channel = Settings['channels'][number];

const failed = (failure: Error) => sayError(failure, 'Настройка не сохранилась. Повторите через минуту');

type Choose = (kind: Kind, channel: Channel, isOn: boolean) => void;

/** Kinds of notices by channel: a table if there is room, else rows that open the channels of one kind. */
export function Matrix({ settings }: { settings: Settings }) {
  const { mutate } = useAction(contract.notice.choose);
  const [opened, setOpened] = useState<Kind['kind']>();
  const { channels, kinds } = settings;
  const choose: Choose = ({ kind }, { channel }, isOn) => {
    if (kind !== 'security' && kind !== 'price') mutate({ body: { kind, channel, is_on: isOn } }, { onError: failed });
  };
  const chosen = kinds.find(({ kind }) => kind === opened);
  return (
    <Card title="Что и куда">
      <div className={styles.box}>
        <KindTable settings={settings} onChoose={choose} />
        <ul className={styles.kinds}>
          {kinds.map((kind) => (
            <li key={kind.kind}>
              <button type="button" aria-haspopup="dialog" onClick={() => setOpened(kind.kind)}>
                <span>
                  <b>{kind.title}</b>
                  <small>{inWords(kind, channels)}</small>
                </span>
                <Icon name="chevron-right" size="sm" />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.legend}>
        <Icon name="lock" size="xs" /> Всегда и бесплатно
      </p>
      <Dialog open={chosen !== undefined} onClose={() => setOpened(undefined)} title={chosen?.title ?? ''}>
        {chosen && <KindChannels kind={chosen} channels={channels} onChoose={choose} />}
      </Dialog>
    </Card>
  );
}

function KindTable({ settings: { channels, kinds }, onChoose }: { settings: Settings; onChoose: Choose }) {
  return (
    <table className={styles.matrix}>
      <thead>
        <tr>
          <th scope="col">О чём</th>
          <th scope="col">Кабинет</th>
          {channels.map((channel) => (
            <th scope="col" key={channel.channel}>
              {channel.to === null ? <Link to={placeOf(channel)}>{channel.title}</Link> : channel.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind.kind}>
            <th scope="row">
              {kind.title}
              <small>{kind.text}</small>
            </th>
            <td>{kind.in_portal ? <Always /> : <OnlyInHistory />}</td>
            {channels.map((channel) => (
              <td key={channel.channel}>
                <Cell kind={kind} channel={channel} onChange={(isOn) => onChoose(kind, channel, isOn)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const OnlyInHistory = () => (
  <span className={styles.none} role="img" aria-label="в истории">
    –
  </span>
);

interface KindChannelsProps {
  kind: Kind;
  channels: readonly Channel[];
  onChoose: Choose;
}

/** The channels of one kind, in a dialog on a phone. */
const KindChannels = ({ kind, channels, onChoose }: KindChannelsProps) => (
  <>
    <p className={styles.small}>{kind.text}</p>
    <Rows>
      <div className={styles.line}>
        <span>
          Кабинет
          <small>{kind.in_portal ? 'всегда, бесплатно' : 'в истории, без сообщений'}</small>
        </span>
        {kind.in_portal ? (
          <Switch label="Кабинет" on locked onChange={() => undefined} />
        ) : (
          <Link to="/payments-history/i">История</Link>
        )}
      </div>
      {channels.map((channel) => (
        <div className={styles.line} key={channel.channel}>
          <span>
            {channel.title}
            <small>{noteOf(kind, channel)}</small>
          </span>
          {channel.to === null ? (
            <Link to={placeOf(channel)}>Подключить</Link>
          ) : (
            <Switch
              label={channel.title}
              on={comes(kind, channel)}
              locked={kind.is_fixed}
              onChange={(isOn) => onChoose(kind, channel, isOn)}
            />
          )}
        </div>
      ))}
    </Rows>
  </>
);

const PLACES = {
  sms: 'mobile',
  mail: 'email',
  telegram: 'telegram',
  max: 'max',
  push: 'notices',
} as const;
const placeOf = ({ channel }: Channel): string => `/settings/${PLACES[channel]}`;

const comes = ({ is_fixed: isFixed, channels }: Kind, { channel }: Channel): boolean =>
  isFixed || channels.includes(channel);

function noteOf(kind: Kind, channel: Channel): string {
  if (channel.to === null) return 'не подключён';
  if (kind.is_fixed) return 'всегда, бесплатно';
  return channel.needs_package ? 'нужна услуга «СМС о деньгах и заявках»' : channel.to;
}

function inWords(kind: Kind, channels: readonly Channel[]): string {
  const on = channels.filter((channel) => channel.to !== null && comes(kind, channel) && !isUnpaid(kind, channel));
  if (!kind.in_portal && on.length === 0) return 'Не приходит';
  return [
    ...(kind.in_portal ? ['Кабинет'] : []),
    ...on.map(({ title }) => (title === 'Почта' || title === 'Браузер' ? title.toLowerCase() : title)),
  ].join(', ');
}

const isUnpaid = (kind: Kind, { needs_package: needsPackage }: Channel): boolean => needsPackage && !kind.is_fixed;

const Always = () => (
  <span className={cx(styles.cell, styles.fixed)} role="img" aria-label="всегда">
    <Icon name="lock" size="xs" />
  </span>
);

interface CellProps {
  kind: Kind;
  channel: Channel;
  onChange: (isOn: boolean) => void;
}

function Cell({ kind, channel, onChange }: CellProps) {
  if (channel.to === null) {
    return (
      <span className={styles.none} role="img" aria-label="не подключён">
        –
      </span>
    );
  }
  if (kind.is_fixed) return <Always />;
  if (channel.needs_package) {
    return (
      <span className={styles.none} role="img" aria-label="нужна платная услуга">
        ₽
      </span>
    );
  }
  const isOn = comes(kind, channel);
  return (
    <button
      type="button"
      className={cx(styles.cell, isOn && styles.on)}
      aria-pressed={isOn}
      aria-label={`${kind.title}: ${channel.title}`}
      onClick={() => onChange(!isOn)}
    >
      {isOn && <Icon name="check" size="xs" />}
    </button>
  );
}
