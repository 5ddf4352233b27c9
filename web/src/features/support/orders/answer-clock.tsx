import { counted, phone } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { useNow } from '#web/lib/clock/use-now.ts';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { now } from '#web/lib/clock/clock.ts';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import type { OrderInFull } from '../order-in-full.ts';
import { answerByText } from './orders-answer.ts';
import styles from './orders.module.css';
import common from '../support.module.css';

const MINUTE_MS = 60_000;
/** One tick is a minute; a longer wait fills the ruler. */
const LEAST_TICKS = 30;
const MOST_TICKS = 60;
const HOUR_MINUTES = 60;
const SEEN_EVERY_MS = 15_000;

/** Until when we answer, and what to do when we have not. */
export function AnswerClock({ order: { answer_by: answerBy, late_times: late } }: { order: OrderInFull }) {
  const at = useNow(true, SEEN_EVERY_MS);
  if (answerBy === null) return null;
  const left = Math.ceil((Date.parse(answerBy) - at) / MINUTE_MS);
  const until = answerByText(answerBy, now());
  if (left <= 0) return <Late until={until} />;
  return (
    <div className={styles.clock} role="timer" aria-live="off">
      <p>
        <b>{late > 0 ? `Старший смены ответит до ${until}` : `Ответим до ${until}`}</b>
        <span>осталось {leftText(left)}</span>
      </p>
      <Ruler ticks={Math.min(MOST_TICKS, Math.max(LEAST_TICKS, left))} paid={left} week={5} on="card" low />
    </div>
  );
}

const leftText = (minutes: number): string =>
  minutes < 2 * HOUR_MINUTES
    ? counted(minutes, 'минута', 'минуты', 'минут')
    : counted(Math.floor(minutes / HOUR_MINUTES), 'час', 'часа', 'часов');

function Late({ until }: { until: string }) {
  const [support] = useProvider().support_phones;
  return (
    <div className={common.stack}>
      <Callout tone="wait" icon="clock" title={`Обещали ответить до ${until} и не\u00a0успели.`}>
        Заявка у старшего смены. Можно не ждать и позвонить: она уже открыта у оператора.
      </Callout>
      {support && (
        <LinkButton to={`tel:+${support.phone}`} external look="soft" icon="phone">
          {phone(support.phone)}
        </LinkButton>
      )}
    </div>
  );
}
