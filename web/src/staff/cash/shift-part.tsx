import { counted, rubles, timeText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { Part } from '../look/plane.tsx';
import styles from './cash.module.css';
import { KIND_WORDS } from './cash.texts.ts';
import type { DeskView, ShiftView } from './cash-data.ts';

const times = (count: number): string => counted(count, 'раз', 'раза', 'раз');

/** Sums of a shift by kind, and what must lie in the drawer. */
function ShiftSums({ shift }: { shift: ShiftView }) {
  return (
    <>
      <dl className={styles.sums}>
        <div>
          <dt>Было в ящике</dt>
          <dd>{rubles(shift.carried, { kopecks: 'always' })}</dd>
        </div>
        {shift.kinds.map(({ kind, count, sum }) => (
          <div key={kind}>
            <dt>
              {KIND_WORDS[kind]}, {times(count)}
            </dt>
            <dd>{rubles(sum, { kopecks: 'always' })}</dd>
          </div>
        ))}
        {shift.sbp && (
          <div>
            <dt>По СБП, не в ящике, {times(shift.sbp.count)}</dt>
            <dd>{rubles(shift.sbp.sum, { kopecks: 'always' })}</dd>
          </div>
        )}
      </dl>
      <p className={styles.sub}>В ящике должно быть</p>
      <p>
        <Money value={shift.expected} size="lg" />
      </p>
    </>
  );
}

interface ShiftPartProps {
  shift: ShiftView;
  register: DeskView['register'];
  onReport: () => void;
  onSafe: () => void;
  onClose: () => void;
}

export function ShiftPart({ shift, register, onReport, onSafe, onClose }: ShiftPartProps) {
  const { desk, number, opened_at: since, receipts } = shift;
  return (
    <Part title={`Смена ${number}`} caption={`${desk.name}, ${desk.place}, с ${timeText(since)}`}>
      <ShiftSums shift={shift} />
      <div className={styles.acts}>
        <Button look="plain" wide onClick={onReport}>
          Отчёт без закрытия, X <kbd>Alt X</kbd>
        </Button>
        <Button look="plain" wide onClick={onSafe}>
          Сдать в сейф
        </Button>
        <Button look="plain" wide onClick={onClose}>
          Закрыть смену, Z <kbd>Alt 0</kbd>
        </Button>
      </div>
      {register === 'silent' && (
        <Callout tone="bad" title="Касса не отвечает.">
          Без чека принимать наличные нельзя. Проверьте питание и ленту или пробейте чек на запасной и впишите его
          номер.
        </Callout>
      )}
      {register !== 'silent' && receipts.waiting > 0 && (
        <p className={styles.sub}>{counted(receipts.waiting, 'чек', 'чека', 'чеков')} ещё пробивается.</p>
      )}
    </Part>
  );
}
