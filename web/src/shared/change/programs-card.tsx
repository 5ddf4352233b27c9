import { useId, useState, type ReactNode } from 'react';
import { now } from '#lib/clock.ts';
import { dayOf, rubles, keepTogether, timeText } from '#lib/format.ts';
import { groupBy } from '#lib/group-by.ts';
import { Card } from '#ui/card.tsx';
import { FoldTitle } from '#ui/fold-title.tsx';
import { Fold, Rows } from '#ui/rows.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { State } from '#ui/state.tsx';
import { forget, useDecision } from './decision.ts';
import { useInternetAccount } from '#shared/data/frame-data.ts';
import { Markup } from '#shared/page/markup.tsx';
import { usePrograms, useProgramWords, type Program, type ProgramChangeSummary, type Whose } from './program-data.ts';
import { ProgramDialog } from './program-dialog.tsx';
import styles from './programs-card.module.css';
import { Loaded } from '#shared/page/loaded.tsx';
import { SwitchRow } from './switch-row.tsx';
import { totalText } from './switch.texts.ts';

/** «из 4 услуг», «из 2 пакетов»: after one, after several. */
type Counted = readonly [one: string, several: string];
const SERVICES: Counted = ['услуги', 'услуг'];

interface ProgramsCardProps {
  whose: Whose;
  title: string;
  counted?: Counted;
  /** Selects the programs shown here; all when absent. */
  only?: (program: Program) => boolean;
  onDone?: (told: ProgramChangeSummary) => void;
  /** More about each program, folded with its terms, and the title of the fold. */
  more?: More;
}

interface More {
  title: string;
  of: (program: Program) => ReactNode;
}

const all = (): boolean => true;

/** Programs of a service or of the contract: description, price, state and switch of each. */
export function ProgramsCard({ whose, title, counted = SERVICES, only = all, onDone, more }: ProgramsCardProps) {
  const answer = usePrograms(whose);
  return (
    <Loaded
      answer={answer}
      failed={`Не удалось загрузить раздел «${title}».`}
      skeleton={
        <Card title={title}>
          <SkeletonRows label={`Загружаем: ${title.toLowerCase()}`} count={2} tile={false} />
        </Card>
      }
    >
      {(programs) => {
        const shown = programs.filter(only);
        if (shown.length === 0) return null;
        return (
          <Known
            whose={whose}
            title={title}
            counted={counted}
            programs={shown}
            {...(onDone && { onDone })}
            {...(more && { more })}
          />
        );
      }}
    </Loaded>
  );
}

interface Chosen {
  program: Program;
  status: 'on' | 'off';
}

/** The program that the client was switching on before leaving to pay. */
export const decidedBefore = (programs: readonly Program[], id: number | undefined): Program | undefined =>
  programs.find(({ programm_id, control }) => programm_id === id && control.status === 'off');

interface KnownProps {
  whose: Whose;
  title: string;
  counted: Counted;
  programs: readonly Program[];
  onDone?: (told: ProgramChangeSummary) => void;
  more?: More;
}

function Known({ whose, title, counted, programs, onDone, more }: KnownProps) {
  const decision = useDecision();
  const before = decidedBefore(programs, decision.program);
  const [chosen, setChosen] = useState<Chosen | undefined>(before && { program: before, status: 'on' });
  const inDebt = useInternetAccount().data?.blocked ?? false;
  const groups = [...groupBy(programs, ({ group }) => group)];
  const close = (): void => {
    forget();
    setChosen(undefined);
  };
  return (
    <Card title={title} aside={<Aside programs={programs} counted={counted} />}>
      {inDebt && <p className={styles.debt}>На счёте долг: что включите сейчас, заработает после оплаты.</p>}
      {groups.map(([name, some]) => (
        <Group key={name} name={groups.length > 1 ? name : ''}>
          <Rows>
            {some.map((program) => (
              <ProgramRow
                key={program.programm_id}
                whose={whose}
                program={program}
                note={noteOf(program, inDebt)}
                onSwitch={(status) => setChosen({ program, status })}
                {...(more && { more })}
              />
            ))}
          </Rows>
        </Group>
      ))}
      {chosen && (
        <ProgramDialog
          whose={whose}
          {...chosen}
          inDebt={inDebt}
          today={dayOf(now())}
          onClose={close}
          {...(onDone && { onDone })}
        />
      )}
    </Card>
  );
}

function Aside({ programs, counted }: Pick<KnownProps, 'programs' | 'counted'>) {
  if (programs.some(({ is_applied }) => !is_applied)) return <State tone="info">Применяется…</State>;
  if (programs.length === 1) return null;
  return <span className={styles.total}>{totalText(programs, counted)}</span>;
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  if (name === '') return children;
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <p id={id}>{name}</p>
      {children}
    </div>
  );
}

interface RowProps {
  whose: Whose;
  program: Program;
  note: string | undefined;
  onSwitch: (status: 'on' | 'off') => void;
  more?: More;
}

function ProgramRow({ whose, program, note, onSwitch, more }: RowProps) {
  const { programm_id, title, description, badge, price_text, control } = program;
  return (
    <SwitchRow
      name={title}
      badge={badge !== null && <span className={styles.badge}>{badge}</span>}
      about={keepTogether(description)}
      cost={price_text}
      control={control}
      onSwitch={onSwitch}
    >
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <ProgramWords whose={whose} id={programm_id} name={title} {...(more && { title: more.title })}>
        {more?.of(program)}
      </ProgramWords>
    </SwitchRow>
  );
}

/** A note beside the switch: undo without loss, or missing money. */
function noteOf({ control, undo_until, affordable, missing_amount }: Program, inDebt: boolean): string | undefined {
  if (undo_until !== null) return `Передумаете до\u00a0${timeText(new Date(undo_until))} — вернём всё, что списали.`;
  if (control.status !== 'off' || affordable || inDebt) return undefined;
  return `На\u00a0счёте не\u00a0хватает ${rubles(missing_amount)}.`;
}

interface ProgramWordsProps {
  whose: Whose;
  id: number;
  name: string;
  title?: string;
  /** Below the texts. */
  children?: ReactNode;
}

/** The operator's texts, requested on demand. */
export function ProgramWords({ whose, id, name, title = 'Подробнее', children }: ProgramWordsProps) {
  const [isOpen, setOpen] = useState(false);
  const words = useProgramWords(whose, id, { enabled: isOpen });
  return (
    <Fold title={<FoldTitle of={name}>{title}</FoldTitle>} open={isOpen} onToggle={setOpen}>
      {isOpen && (
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
      )}
    </Fold>
  );
}
