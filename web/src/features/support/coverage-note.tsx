import type { contract, Wire } from '#api/contract.ts';
import { now } from '#lib/clock.ts';
import { counted, dayOf, dayText, momentText } from '#lib/format.ts';
import { Callout } from '#ui/callout.tsx';

type Coverage = Wire<typeof contract.support.coverage>;

interface CoverageNoteProps {
  street: string;
  house: string;
  coverage: Coverage;
}

/** Whether the house can be connected, and when. */
export function CoverageNote({ street, house, coverage }: CoverageNoteProps) {
  const { state, ready_on: ready, waiting, first_visit: first } = coverage;
  const today = dayOf(now());
  const queue =
    waiting > 0
      ? ` Из этого дома уже ${counted(waiting, 'заявка', 'заявки', 'заявок')}: чем больше, тем раньше придём.`
      : '';
  if (state === 'connected') {
    return (
      <Callout tone="ok" title="Дом подключён.">
        {first !== null && `Мастер свободен с ${momentText(first, today)}.`}
      </Callout>
    );
  }
  if (state === 'planned') {
    return (
      <Callout
        tone="wait"
        icon="clock"
        title={`Сеть здесь строим${ready === null ? '' : `, подключим с ${dayText(ready, today)}`}.`}
      >
        {queue}
      </Callout>
    );
  }
  return (
    <Callout tone="wait" title={`На ${street}, ${house} нас пока нет.`}>
      Оставьте телефон: сообщим, когда построим сеть.{queue}
    </Callout>
  );
}
