import { useState, type ReactNode } from 'react';
import { keepTogether, rubles, timeText } from '#web/lib/text/format.ts';
import { payFor } from '#web/shared/money/account-sums.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Markup } from '#web/shared/page/markup.tsx';
import { FoldTitle } from '#web/ui/card/fold-title.tsx';
import { Fold } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { useProgramWords, type Program, type Whose } from './program-data.ts';
import { newPriceText } from '#web/shared/money/price.texts.ts';
import styles from './program-item.module.css';
import type { SwitchItem } from './switch-cards.tsx';

interface Of {
  whose: Whose;
  inDebt: boolean;
  unit?: SwitchItem['unit'];
  more?: AboutProgram | undefined;
  onSwitch: (status: 'on' | 'off') => void;
}

/** More about each program, below its terms, and the title of both. */
export interface AboutProgram {
  title: string;
  of: (program: Program) => ReactNode;
}

export const programKey = ({ programm_id }: Program): string => `program-${programm_id}`;

/** A program as a row. */
export const programItem = (program: Program, { whose, inDebt, unit = 'month', more, onSwitch }: Of): SwitchItem => ({
  id: programKey(program),
  group: program.group,
  name: program.title,
  ...(program.badge !== null && { badge: <span className={styles.badge}>{program.badge}</span> }),
  about: [
    keepTogether(/[.!?…]$/.test(program.description) ? program.description : `${program.description}.`),
    ...(program.new_price ? [`${newPriceText(program.new_price, unit)}.`] : []),
  ].join(' '),
  cost: program.price_text,
  discount: program.discount,
  price: program.price,
  unit,
  ofContract: whose === 'contract',
  control: program.control,
  onSwitch,
  note: noteOf(program, inDebt),
  more: {
    title: more?.title ?? 'Подробнее',
    content: (
      <ProgramTerms whose={whose} id={program.programm_id}>
        {more?.of(program)}
      </ProgramTerms>
    ),
  },
});

/** A note beside the switch: undo without loss, or missing money. */
function noteOf({ control, undo_until, affordable, missing_amount }: Program, inDebt: boolean): string | undefined {
  if (undo_until !== null) return `Передумаете до\u00a0${timeText(new Date(undo_until))} — вернём всё, что списали.`;
  if (control.status !== 'off' || affordable || inDebt) return undefined;
  return `На\u00a0счёте не\u00a0хватает ${rubles(payFor(missing_amount))}.`;
}

interface TermsProps {
  whose: Whose;
  id: number;
  /** Below the texts. */
  children?: ReactNode;
}

/** The operator's texts, requested when they are shown. */
function ProgramTerms({ whose, id, children }: TermsProps) {
  const words = useProgramWords(whose, id);
  return (
    <>
      <Loaded
        answer={words}
        failed="Не удалось загрузить условия."
        skeleton={<SkeletonRows label="Загружаем условия" count={1} tile={false} />}
      >
        {(html) => <Markup html={html} />}
      </Loaded>
      {children}
    </>
  );
}

/** The same below a heading of their own. */
export function ProgramWords({ name, title, ...terms }: TermsProps & { name: string; title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold title={<FoldTitle of={name}>{title}</FoldTitle>} open={isOpen} onToggle={setOpen}>
      {isOpen && <ProgramTerms {...terms} />}
    </Fold>
  );
}
