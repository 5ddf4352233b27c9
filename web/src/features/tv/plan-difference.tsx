import { useState } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { counted, keepTogether } from '#web/lib/text/format.ts';
import type { PlanOptions } from '#web/shared/plan/use-options.ts';
import { priceText } from '#web/shared/money/price.texts.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Fold } from '#web/ui/text/rows.tsx';
import { useGiven } from './channels-card.tsx';
import { ChannelList } from './channel-list.tsx';
import { byGenre, channelsOf, differenceOf, GENRES, useCatalogue, type Channel } from './channels.ts';
import styles from './plan-difference.module.css';

const channelsText = (count: number): string => counted(count, 'канал', 'канала', 'каналов');

interface DifferenceProps {
  userId: number;
  planId: number;
  /** The plan to change to. */
  newPlanId: number;
}

/** «Добавится 68 каналов», «Уйдёт 4 канала», by genre; nothing while the channels are unknown. */
export function PlanDifference({ userId, planId, newPlanId }: DifferenceProps) {
  const { data: catalogue } = useCatalogue();
  const given = useGiven(userId, planId);
  if (!catalogue || !given) return null;
  const { gained, lost, kept } = differenceOf(catalogue, given, newPlanId);
  const isSame = gained.length === 0 && lost.length === 0;
  return (
    <div className={styles.difference}>
      {isSame && <p className={styles.kept}>Каналы останутся те&nbsp;же.</p>}
      <Side title={`Добавится ${channelsText(gained.length)}`} look="gained" channels={gained} />
      <Side title={`Уйдёт ${channelsText(lost.length)}`} look="lost" channels={lost} />
      {!isSame && kept > 0 && (
        <p className={styles.kept}>
          {keepTogether(`Останется ${channelsText(kept)}. Настраивать приставку не нужно.`)}
        </p>
      )}
    </div>
  );
}

/** How many names are shown before «и ещё». Channels that go are all named. */
const NAMED = 4;

/** What comes or goes, by genre. A phone shows the counts of what comes and hides its names until they are asked for. */
function Side({ title, look, channels }: { title: string; look: 'gained' | 'lost'; channels: readonly Channel[] }) {
  const [isNamed, setNamed] = useState(look === 'lost');
  if (channels.length === 0) return null;
  return (
    <section className={cx(styles[look], !isNamed && styles.counts)}>
      <h3>
        <Icon name={look === 'gained' ? 'circle-check' : 'circle-x'} size="sm" />
        {title}
      </h3>
      <dl>
        {byGenre(channels).map(([genre, some]) => (
          <div key={genre}>
            <dt>
              <b>{some.length}</b> {GENRES[genre]}
            </dt>
            <dd>{look === 'lost' ? some.map(({ name }) => name).join(', ') : namesOf(some)}</dd>
          </div>
        ))}
      </dl>
      {!isNamed && (
        <p className={styles.more}>
          <TextButton onClick={() => setNamed(true)}>Показать названия</TextButton>
        </p>
      )}
    </section>
  );
}

function namesOf(channels: readonly Channel[]): string {
  const names = channels.slice(0, NAMED).map(({ name }) => name);
  const rest = channels.length - names.length;
  return rest > 0 ? `${names.join(', ')} и\u00a0ещё\u00a0${rest}` : names.join(', ');
}

/** «Если перейти на …»: the channels of another plan against the present one. */
export function Comparison({ userId, options }: { userId: number; options: PlanOptions }) {
  const others = options.plans.filter(({ plan_id }) => plan_id !== options.plan?.plan_id);
  const [wanted, setWanted] = useState<string>();
  const chosen = others.find(({ plan_id }) => String(plan_id) === wanted) ?? others.at(-1);
  const { data: catalogue } = useCatalogue();
  if (!chosen || !options.plan || !catalogue) return null;
  const all = channelsOf(catalogue, { planId: chosen.plan_id, programs: [] });
  return (
    <Card title={keepTogether(`Каналы, если перейти на «${chosen.name}»`)}>
      <div className={styles.comparison}>
        {others.length > 1 && (
          <Chips
            label="С каким тарифом сравнить"
            value={String(chosen.plan_id)}
            onChange={setWanted}
            options={others.map((other) => ({
              value: String(other.plan_id),
              text: `${other.name}, ${priceText(other).toLowerCase()}`,
            }))}
          />
        )}
        <PlanDifference userId={userId} planId={options.plan.plan_id} newPlanId={chosen.plan_id} />
        <Fold wide title={keepTogether(`${channelsText(all.length)} «${chosen.name}»`)}>
          <ChannelList channels={all} />
        </Fold>
      </div>
    </Card>
  );
}
