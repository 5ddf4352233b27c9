import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, number } from '#web/lib/text/format.ts';
import { Button, ButtonRow, LinkButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { KeyValues, Line, Rows } from '#web/ui/text/rows.tsx';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import { State } from '#web/ui/card/state.tsx';
import styles from './result.module.css';
import { mbit, ms, usesOf, wholeMs, verdictOf, type Measurement } from './verdict.texts.ts';

/** One tick is a fiftieth of the plan; the scale ends at the plan and a fifth more. */
const TICKS = 61;
const PLAN_AT = 50;

interface ResultProps {
  result: Measurement;
  onAgain: () => void;
}

/** The measurement beside what the plan promises, with the likely cause before the order. */
export function Result({ result, onAgain }: ResultProps) {
  const { cause, isSlow } = verdictOf(result);
  const title = result.plan === null ? 'Результат' : `Против тарифа «${result.plan}»`;
  return (
    <Card title={title} aside={momentText(result.measured_at, dayOf(now()))}>
      <div className={styles.result}>
        {result.plan_mbit !== null && <AgainstPlan downKbit={result.down_kbit} planMbit={result.plan_mbit} />}
        <dl className={styles.figures}>
          <Figure name="Скачивание" value={number(mbit(result.down_kbit))} unit="Мбит/с" />
          <Figure name="Отправка" value={number(mbit(result.up_kbit))} unit="Мбит/с" />
          <Figure name="Отклик" value={wholeMs(result.latency_us)} unit="мс" />
          <Figure name="Дрожание" value={wholeMs(result.jitter_us)} unit="мс" />
        </dl>
        {cause && (
          <Callout tone="wait" title={cause.title}>
            {cause.text}
          </Callout>
        )}
        <Ways isSlow={isSlow} isHomeCause={cause !== undefined} onAgain={onAgain} />
      </div>
    </Card>
  );
}

/** The next step: for a cause at home, to remove it and measure again; otherwise support. */
function Ways({ isSlow, isHomeCause, onAgain }: { isSlow: boolean; isHomeCause: boolean; onAgain: () => void }) {
  const again = (look: 'solid' | 'line') => (
    <Button look={look} onClick={onAgain}>
      Измерить снова
    </Button>
  );
  const support = (look: 'solid' | 'line') => (
    <LinkButton look={look} to="/support/new?goal=скорость">
      Создать заявку с&nbsp;этим замером
    </LinkButton>
  );
  if (!isSlow) return <ButtonRow>{again('solid')}</ButtonRow>;
  return (
    <ButtonRow>
      {isHomeCause ? again('solid') : support('solid')}
      {isHomeCause ? support('line') : again('line')}
    </ButtonRow>
  );
}

const Figure = ({ name, value, unit }: { name: string; value: string; unit: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{value}</b> {unit}
    </dd>
  </div>
);

function AgainstPlan({ downKbit, planMbit }: { downKbit: number; planMbit: number }) {
  const down = mbit(downKbit);
  const percent = Math.round((down / planMbit) * 100);
  const at = Math.min(TICKS - 1, Math.round((down / planMbit) * PLAN_AT));
  return (
    <div className={styles.plan}>
      <Ruler ticks={TICKS} paid={at + 1} marks={[{ at: PLAN_AT }]} week={10} on="card" low />
      <p>
        <span>
          <b>{number(down)}&nbsp;Мбит/с</b> сейчас, {percent}&nbsp;%
        </span>
        <span>
          <b>{number(planMbit)}&nbsp;Мбит/с</b> по&nbsp;тарифу
        </span>
      </p>
    </div>
  );
}

/** What the line is enough for, in words. */
export const UsesCard = ({ result }: { result: Measurement }) => (
  <Card title="На что хватает">
    <Rows>
      {usesOf(result).map(({ name, note, tone, word }) => (
        <Line key={name} title={name} note={note} value={<State tone={tone}>{word}</State>} />
      ))}
    </Rows>
  </Card>
);

/** Delays of the idle and of the loaded line: if the delay grows under load, calls are bad even at the right speed. */
export const LatencyCard = ({ result: { latency_us, down_latency_us, up_latency_us } }: { result: Measurement }) => (
  <Card title="Отклик">
    <KeyValues
      list={[
        ['В покое', ms(latency_us)],
        ...(down_latency_us === null ? [] : [['Пока качаем', ms(down_latency_us)] as const]),
        ...(up_latency_us === null ? [] : [['Пока отправляем', ms(up_latency_us)] as const]),
      ]}
    />
    <p className={styles.hint}>До&nbsp;50&nbsp;мс игры и&nbsp;звонки не&nbsp;замечают.</p>
  </Card>
);
