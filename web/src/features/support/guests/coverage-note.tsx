import type { contract, Wire } from '#web/api/contract.ts';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, dayText, momentText } from '#web/lib/text/format.ts';
import { Callout } from '#web/ui/card/callout.tsx';

type Coverage = Wire<typeof contract.support.coverage>;

interface CoverageNoteProps {
  street: string;
  house: string;
  coverage: Coverage;
}

/** «Подключим 25 ноября», as the heading of the page. */
export function coverageTitle({ state, ready_on: ready, first_visit: first }: Coverage): string {
  const today = dayOf(now());
  if (state === 'none') return 'Здесь нас пока нет';
  const day = state === 'planned' ? ready : first && dayOf(first);
  if (day === null) return state === 'planned' ? 'Скоро будем здесь' : 'Подключим ваш дом';
  return state === 'planned' ? `Подключим с ${dayText(day, today)}` : `Подключим ${dayText(day, today)}`;
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
        title={ready === null ? 'Сеть здесь ещё строим.' : `Сеть здесь строим до ${dayText(ready, today)}.`}
      >
        {queue}
      </Callout>
    );
  }
  return (
    <Callout tone="wait" title={`${street}, ${house}: нашей сети тут нет.`}>
      Оставьте телефон: сообщим, когда построим.{queue}
    </Callout>
  );
}
