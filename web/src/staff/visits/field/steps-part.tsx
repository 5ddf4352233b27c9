import type { ReactNode } from 'react';
import { momentText, timeText, dayOf } from '#web/lib/text/format.ts';
import { now } from '#web/lib/clock/clock.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { State } from '#web/ui/card/state.tsx';
import plane from '../../look/plane.module.css';
import { Part } from '../../look/plane.tsx';
import { useOwnSteps } from './own-steps.ts';
import { stepText, type VisitStep } from './steps.rules.ts';
import { useAway } from './use-away.ts';
import styles from './steps-part.module.css';

/** What a technician must know of the network: how old the day is, and how much waits. */
export function NetworkNote({ asOf }: { asOf: string }) {
  const { waiting, isFleeting } = useOwnSteps();
  const isAway = useAway();
  const count = waiting.filter(({ refused }) => refused === undefined).length;
  const place = isFleeting ? 'на этой странице, не закрывайте её' : 'на телефоне';
  if (!isAway) return null;
  return (
    <Callout tone="wait" icon="wifi-off" role="status" title="Нет связи.">
      {count > 0 ? (
        <>
          Шаги сохранены {place}: {count}. Отправим сами, когда связь появится.
        </>
      ) : (
        <>
          Визиты на&nbsp;{timeText(asOf)}. Отмечайте шаги как обычно: сохраним {place} и&nbsp;отправим.
        </>
      )}
    </Callout>
  );
}

/** Each step of his: what waits, what was sent, and what the server has not taken. */
export function StepsPart() {
  const { waiting, sent, queue } = useOwnSteps();
  if (waiting.length + sent.length === 0) return null;
  return (
    <Part title="Мои шаги">
      <ul className={plane.rows}>
        {waiting.map((step) => (
          <Row key={step.key} step={step}>
            {step.refused === undefined ? (
              <State tone="wait" quiet>
                Ждёт отправки
              </State>
            ) : (
              <Refused
                step={step}
                onRetry={() => void queue.retry(step)}
                onNote={() => void queue.sendAsNote(step)}
                onDrop={() => void queue.drop(step)}
              />
            )}
          </Row>
        ))}
        {sent.map((step) => (
          <Row key={step.key} step={step}>
            <State tone="ok" quiet>
              Отправлено в&nbsp;{timeText(step.sentAt)}
            </State>
          </Row>
        ))}
      </ul>
    </Part>
  );
}

const Row = ({ step, children }: { step: VisitStep; children: ReactNode }) => (
  <li className={styles.step}>
    <div>
      <b>{stepText(step)}</b>
      <span className={plane.sub}>
        {momentText(step.at, dayOf(now()))}, визит {step.visit}
        {step.files.length > 0 && `, файлов: ${step.files.length}`}
      </span>
    </div>
    {children}
  </li>
);

interface RefusedProps {
  step: VisitStep;
  onRetry: () => void;
  onNote: () => void;
  onDrop: () => void;
}

/** A conflict is asked, never decided: nothing that was typed is thrown away by itself. */
const Refused = ({ step, onRetry, onNote, onDrop }: RefusedProps) => (
  <div className={styles.refused}>
    <State tone="bad">Не принято: {step.refused}</State>
    <p className={styles.choice}>
      <TextButton onClick={onRetry}>Повторить</TextButton>
      {step.deed !== 'note' && <TextButton onClick={onNote}>Отправить заметкой</TextButton>}
      <TextButton onClick={onDrop}>Выбросить</TextButton>
    </p>
    {step.files.length > 0 && <p className={plane.sub}>В&nbsp;заметку войдёт только текст, без фото.</p>}
  </div>
);
