import { useState } from 'react';
import { counted, keepTogether } from '#web/lib/text/format.ts';
import { isOn } from '#web/shared/change/switch.texts.ts';
import { usePrograms, type Program } from '#web/shared/change/program-data.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { priceText } from '#web/shared/money/price.texts.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { usePlanOptions } from '#web/shared/plan/use-options.ts';
import type { PlanOffer } from '#web/shared/plan/use-plan.ts';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Fold, Folds } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { ChannelList } from './channel-list.tsx';
import { byGenre, channelsOf, channelsOfProgram, GENRES, isFound, useCatalogue } from './channels.ts';
import type { Catalogue, Channel, ChannelSources } from './channels.ts';
import styles from './channels-card.module.css';

type Plan = NonNullable<User['plan']>;

/** What the client watches now: his plan with the packages that are on. */
export function useGiven(userId: number, planId: number): ChannelSources | undefined {
  const { data } = usePrograms(userId);
  return data && { planId, programs: data.filter(isOn).map(({ programm_id }) => programm_id) };
}

/** All channels of the client, with a search. A found channel that he does not have names the package or plan with it. */
export function ChannelsCard({ userId, plan }: { userId: number; plan: Plan }) {
  const answer = useCatalogue();
  const programs = usePrograms(userId).data ?? [];
  const plans = usePlanOptions(userId).data?.plans ?? [];
  const given = useGiven(userId, plan.plan_id) ?? { planId: plan.plan_id, programs: [] };
  const title = 'Каналы';
  return (
    <LoadedCard
      title={title}
      answer={answer}
      failed="Список каналов не загрузился. Тариф и пакеты на месте."
      skeleton={<SkeletonRows label="Загружаем каналы" count={6} tile={false} />}
    >
      {(catalogue) => <Known title={title} catalogue={catalogue} given={given} programs={programs} plans={plans} />}
    </LoadedCard>
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

/** What a client may order: packages of his service, and plans to change to. */
interface Offered {
  programs: readonly Program[];
  plans: readonly PlanOffer[];
}

interface KnownProps extends Offered {
  title: string;
  catalogue: Catalogue;
  given: ChannelSources;
}

function Known({ title, catalogue, given, ...offered }: KnownProps) {
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
        <Found catalogue={catalogue} own={own} shown={shown} only={only} search={search} {...offered} />
      ) : (
        <Genres key={only} channels={shown} />
      )}
    </Card>
  );
}

/** Channels by genre; the first is open. */
function Genres({ channels }: { channels: readonly Channel[] }) {
  if (channels.length === 0) return <Empty icon="tv" title="Таких каналов нет" />;
  return (
    <Folds>
      {byGenre(channels).map(([genre, some], index) => (
        <Fold
          key={genre}
          open={index === 0}
          wide
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

interface FoundProps extends Offered {
  catalogue: Catalogue;
  own: readonly Channel[];
  shown: readonly Channel[];
  only: Only;
  search: string;
}

function Found({ catalogue, own, shown, only, search, ...offered }: FoundProps) {
  const known = new Set(own.map(({ channel_id }) => channel_id));
  const others = catalogue.channels
    .filter((channel) => !known.has(channel.channel_id) && fits[only](channel) && isFound(channel, search))
    .flatMap((channel) => {
      const source = sourceOf(catalogue, offered, channel);
      return source === undefined ? [] : { channel, source };
    });
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
            {others.slice(0, SHOWN).map(({ channel, source }) => (
              <li key={channel.channel_id}>
                <b>{channel.name}</b> {keepTogether(source)}
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

/** «в пакете «Кино», 199 ₽ в месяц»: what gives a channel; undefined if the client can order nothing that does. */
function sourceOf(catalogue: Catalogue, { programs, plans }: Offered, { channel_id }: Channel): string | undefined {
  const gives = (channels: readonly Channel[]) => channels.some((one) => one.channel_id === channel_id);
  const program = programs.find(({ programm_id }) => gives(channelsOfProgram(catalogue, programm_id)));
  if (program) return `в пакете «${program.title}», ${program.price_text.toLowerCase()}`;
  const plan = plans.find(({ plan_id }) => gives(channelsOf(catalogue, { planId: plan_id, programs: [] })));
  return plan && `в тарифе «${plan.name}», ${priceText(plan).toLowerCase()}`;
}
