import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { phone } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Switch } from '#web/ui/field/choice.tsx';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { Address } from '#web/ui/text/address.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { isOnFor, placeOf, type NoticeChannel, type NoticeSettings } from './notices.texts.ts';
import styles from './notices.module.css';

const failed = (failure: Error) => sayError(failure, 'Настройка не сохранилась. Повторите через минуту');

const ICONS: Readonly<Record<NoticeChannel['channel'], IconName>> = {
  sms: 'smartphone',
  mail: 'mail',
  telegram: 'send',
  max: 'send',
  push: 'bell',
};

/** Where notices come: each channel once, for all kinds. */
export const NoticesChannels = ({ settings: { channels, kinds } }: { settings: NoticeSettings }) => (
  <Card title="Куда пишем">
    {channels.some(isHere) && (
      <Rows>
        {channels.filter(isHere).map((channel) => (
          <OneChannel key={channel.channel} channel={channel} isOn={isOnFor(kinds, channel)} />
        ))}
      </Rows>
    )}
    <p className={styles.foot}>В кабинете есть всё. О входе, паролях и&nbsp;ценах пишем всегда, это бесплатно.</p>
  </Card>
);

/** A browser is linked in its own card. */
const isHere = ({ channel, to }: NoticeChannel): boolean => channel !== 'push' || to !== null;

function OneChannel({ channel, isOn }: { channel: NoticeChannel; isOn: boolean }) {
  const { mutate } = useAction(contract.notice.choose);
  const { channel: name, title } = channel;
  return (
    <div className={styles.channel}>
      <Icon name={ICONS[name]} />
      <span>
        {title}
        <small>
          <Address>{noteOf(channel)}</Address>
        </small>
      </span>
      <Way
        channel={channel}
        isOn={isOn}
        onChange={(on) => mutate({ body: { channel: name, is_on: on } }, { onError: failed })}
      />
    </div>
  );
}

interface WayProps {
  channel: NoticeChannel;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A switch, or where the channel is linked. Paid text messages are bought below. */
function Way({ channel, isOn, onChange }: WayProps) {
  const { title, to, needs_package: needsPackage } = channel;
  if (to === null) {
    return (
      <Link to={placeOf(channel)} aria-label={`Подключить: ${title}`}>
        Подключить
      </Link>
    );
  }
  return needsPackage ? null : <Switch label={title} on={isOn} onChange={onChange} />;
}

function noteOf({ channel: name, to, needs_package: needsPackage }: NoticeChannel): string {
  if (to === null) return 'Не подключено';
  const address = name === 'sms' ? phone(to) : to;
  return needsPackage ? `${address}. О деньгах и\u00a0заявках\u00a0— по\u00a0платному пакету, он\u00a0ниже` : address;
}
