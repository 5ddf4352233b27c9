import { useState } from 'react';
import { counted, keepTogether } from '#lib/format.ts';
import { isOn } from '#shared/change/switch.texts.ts';
import { usePrograms, type Program } from '#shared/change/program-data.ts';
import type { User } from '#shared/data/frame-data.ts';
import { Loaded } from '#shared/page/loaded.tsx';
import { Empty } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Chips } from '#ui/choice.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Fold, Folds } from '#ui/rows.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { ChannelList } from './channel-list.tsx';
import { byGenre, channelsOf, channelsOfProgram, GENRES, isFound, useCatalogue } from './channels.ts';
import type { Catalogue, Channel, Given } from './channels.ts';
import styles from './channels-card.module.css';

type Plan = NonNullable<User['plan']>;

/** What the client watches now: his plan with the packages that are on. */
export function useGiven(userId: number, planId: number): Given | undefined {
  const { data } = usePrograms(userId);
  return data && { planId, programs: data.filter(isOn).map(({ programm_id }) => programm_id) };
}

/** All channels of the client with search; what is found outside of them says what gives it. */
export function ChannelsCard({ userId, plan }: { userId: number; plan: Plan }) {
  const answer = useCatalogue();
  const programs = usePrograms(userId).data ?? [];
  const given = useGiven(userId, plan.plan_id) ?? { planId: plan.plan_id, programs: [] };
  const title = 'Каналы';
  return (
    <Loaded
      answer={answer}
      failed="Список каналов не загрузился. Тариф и пакеты на месте."
      skeleton={
        <Card title={title}>
          <SkeletonRows label="Загружаем каналы" count={6} tile={false} />
        </Card>
      }
    >
      {(catalogue) => <Known title={title} catalogue={catalogue} given={given} programs={programs} />}
    </Loaded>
  );
}

type Only = 'all' | 'hd' | 'archive';
const fits: Readonly<Record<Only, (channel: Channel) => boolean>> = {
  all: () => true,
  hd: ({ is_hd }) => is_hd,
  archive: ({ has_archive }) => has_archive,
};
const FILTERS: readonly { value: Only; text: string }[] = [
  { value: 'all', text: 'Все' },
  { value: 'hd', text: 'HD' },
  { value: 'archive', text: 'С\u00a0архивом' },
];

interface KnownProps {
  title: string;
  catalogue: Catalogue;
  given: Given;
  programs: readonly Program[];
}

function Known({ title, catalogue, given, programs }: KnownProps) {
  const [search, setSearch] = useState('');
  const [only, setOnly] = useState<Only>('all');
  const own = channelsOf(catalogue, given);
  const isSearched = search.trim() !== '';
  const shown = own.filter((channel) => fits[only](channel) && (!isSearched || isFound(channel, search)));
  return (
    <Card
      title={title}
      aside={<span className={styles.aside}>{counted(own.length, 'канал', 'канала', 'каналов')}</span>}
    >
      <div className={styles.tools}>
        <Field
          label="Найти канал"
          type="search"
          autoComplete="off"
          placeholder="Название или номер"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          trailing={<Icon name="search" size="sm" />}
        />
        <Chips
          label="Какие каналы показать"
          value={only}
          onChange={setOnly}
          options={FILTERS.map(({ value, text }) => ({
            value,
            text: `${text}\u00a0${own.filter(fits[value]).length}`,
          }))}
        />
      </div>
      {isSearched ? (
        <Found catalogue={catalogue} own={own} shown={shown} only={only} search={search} programs={programs} />
      ) : (
        <Genres key={only} channels={shown} />
      )}
    </Card>
  );
}

/** Channels by genre; the first is open. */
export function Genres({ channels }: { channels: readonly Channel[] }) {
  if (channels.length === 0) return <Empty icon="tv" title="Таких каналов нет" />;
  return (
    <Folds>
      {byGenre(channels).map(([genre, some], index) => (
        <Fold
          key={genre}
          open={index === 0}
          title={
            <span className={styles.genre}>
              {GENRES[genre]} <small>{some.length}</small>
            </span>
          }
        >
          <ChannelList channels={some} />
        </Fold>
      ))}
    </Folds>
  );
}

interface FoundProps {
  catalogue: Catalogue;
  own: readonly Channel[];
  shown: readonly Channel[];
  only: Only;
  search: string;
  programs: readonly Program[];
}

function Found({ catalogue, own, shown, only, search, programs }: FoundProps) {
  const known = new Set(own.map(({ channel_id }) => channel_id));
  const others = catalogue.channels.filter(
    (channel) => !known.has(channel.channel_id) && fits[only](channel) && isFound(channel, search),
  );
  return (
    <div className={styles.found}>
      <p className={styles.sum} role="status">
        {shown.length > 0
          ? `Нашли у\u00a0вас: ${counted(shown.length, 'канал', 'канала', 'каналов')}`
          : 'У\u00a0вас такого канала нет'}
      </p>
      {shown.length > 0 && <ChannelList channels={shown} />}
      {others.length > 0 && (
        <>
          <h3 className={styles.heading}>Можно добавить</h3>
          <ul className={styles.others}>
            {others.slice(0, SHOWN).map((channel) => (
              <li key={channel.channel_id}>
                <b>{channel.name}</b> {keepTogether(sourceOf(catalogue, programs, channel))}
              </li>
            ))}
          </ul>
        </>
      )}
      {shown.length === 0 && others.length === 0 && (
        <p className={styles.aside}>Проверьте название или поищите по&nbsp;номеру на&nbsp;пульте.</p>
      )}
    </div>
  );
}

const SHOWN = 12;

/** «в пакете «Кино»»; a channel that only another plan has. */
function sourceOf(catalogue: Catalogue, programs: readonly Program[], { channel_id }: Channel): string {
  const from = programs.find(({ programm_id }) =>
    channelsOfProgram(catalogue, programm_id).some((one) => one.channel_id === channel_id),
  );
  return from ? `в пакете «${from.title}», ${from.price_text.toLowerCase()}` : 'в другом тарифе';
}
