import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { capital } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Switch } from '#web/ui/field/choice.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Fold, Folds, Rows } from '#web/ui/text/rows.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { Examples } from './notices-examples.tsx';
import {
  comes,
  inWords,
  noteOf,
  placeOf,
  type NoticeChannel,
  type NoticeKind,
  type NoticeSettings,
} from './notices.texts.ts';
import styles from './notices.module.css';

const failed = (failure: Error) => sayError(failure, 'Настройка не сохранилась. Повторите через минуту');

type Choose = (channel: NoticeChannel, isOn: boolean) => void;

/** What we write about; each kind opens its own channels, and how it reads. */
export function NoticesTopics({ settings: { channels, kinds } }: { settings: NoticeSettings }) {
  const { mutate } = useAction(contract.notice.choose);
  const [opened, setOpened] = useState<NoticeKind['kind']>();
  const chosen = kinds.find(({ kind }) => kind === opened);
  const choose: Choose = ({ channel }, isOn) => {
    if (opened === undefined || opened === 'security' || opened === 'price') return;
    mutate({ body: { kind: opened, channel, is_on: isOn } }, { onError: failed });
  };
  return (
    <Card title="О чём пишем">
      <Folds>
        {TOPICS.map(({ title, of }) => {
          const own = kinds.filter(({ kind }) => of.includes(kind));
          return (
            own.length > 0 && <Topic key={title} title={title} kinds={own} channels={channels} onOpen={setOpened} />
          );
        })}
      </Folds>
      <Dialog open={chosen !== undefined} onClose={() => setOpened(undefined)} title={chosen?.title ?? ''}>
        {chosen && <KindChannels kind={chosen} channels={channels} onChoose={choose} />}
      </Dialog>
    </Card>
  );
}

const TOPICS: readonly { title: string; of: readonly NoticeKind['kind'][] }[] = [
  { title: 'Деньги', of: ['debt', 'charge', 'payment', 'autopayment', 'price'] },
  { title: 'Услуги и заявки', of: ['service', 'support'] },
  { title: 'Безопасность', of: ['security'] },
];

interface TopicProps {
  title: string;
  kinds: readonly NoticeKind[];
  channels: readonly NoticeChannel[];
  onOpen: (kind: NoticeKind['kind']) => void;
}

/** «Деньги», with its kinds inside: where each of them comes. */
const Topic = ({ title, kinds, channels, onOpen }: TopicProps) => (
  <Fold
    wide
    title={
      <span className={styles.topic}>
        <b>{title}</b>
        <small>{capital(kinds.map((kind) => kind.title.toLowerCase()).join(', '))}</small>
      </span>
    }
  >
    <ul className={styles.kinds}>
      {kinds.map((kind) => (
        <li key={kind.kind}>
          <button type="button" aria-haspopup="dialog" onClick={() => onOpen(kind.kind)}>
            <span>
              <b>{kind.title}</b>
              <small>
                {inWords(kind, channels)}
                {kind.is_fixed && ': всегда и\u00a0бесплатно'}
              </small>
            </span>
            <Icon name="chevron-right" size="sm" />
          </button>
        </li>
      ))}
    </ul>
  </Fold>
);

interface KindChannelsProps {
  kind: NoticeKind;
  channels: readonly NoticeChannel[];
  onChoose: Choose;
}

/** The channels of one kind, and how it reads. */
function KindChannels({ kind, channels, onChoose }: KindChannelsProps) {
  const [isShown, setShown] = useState(false);
  return (
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
                onChange={(isOn) => onChoose(channel, isOn)}
              />
            )}
          </div>
        ))}
      </Rows>
      <Folds>
        <Fold title="Как это выглядит" wide onToggle={setShown}>
          {isShown && <Examples kind={kind.kind} />}
        </Fold>
      </Folds>
    </>
  );
}
