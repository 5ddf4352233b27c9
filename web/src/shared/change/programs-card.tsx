import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { useInternetAccount } from '#web/shared/data/frame-data.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { forget, useDecision } from './decision.ts';
import { usePrograms, type Program, type ProgramChangeSummary, type Whose } from './program-data.ts';
import { ProgramDialog } from './program-dialog.tsx';
import { programItem } from './program-item.tsx';
import styles from './programs-card.module.css';
import { ItemRow } from './switch-cards.tsx';

interface ProgramsCardProps {
  whose: Whose;
  title: string;
  /** Selects the programs shown here; all when absent. */
  only?: (program: Program) => boolean;
  /** Instead of the description and the terms that sell a program: what switching it off means. */
  about?: string;
  onDone?: (told: ProgramChangeSummary) => void;
}

const all = (): boolean => true;

/** A few programs of a service or of the contract, in a card of their own. */
export function ProgramsCard({ only = all, ...card }: ProgramsCardProps) {
  const { whose, title } = card;
  const answer = usePrograms(whose);
  return (
    <LoadedCard
      title={title}
      answer={answer}
      failed={`Не удалось загрузить раздел «${title}».`}
      skeleton={<SkeletonRows label={`Загружаем: ${title.toLowerCase()}`} count={2} tile={false} />}
    >
      {(programs) => {
        const shown = programs.filter(only);
        if (shown.length === 0) return null;
        return <Known {...card} programs={shown} />;
      }}
    </LoadedCard>
  );
}

interface Chosen {
  program: Program;
  status: 'on' | 'off';
}

/** The program that the client was switching on before leaving to pay. */
export const decidedBefore = (programs: readonly Program[], id: number | undefined): Program | undefined =>
  programs.find(({ programm_id, control }) => programm_id === id && control.status === 'off');

const instead = (about: string | undefined) => (about === undefined ? {} : { about, more: undefined });

/** Where something is only given up, nothing is going to work. */
const DebtNote = ({ about }: { about: string | undefined }) =>
  about === undefined && <p className={styles.debt}>На счёте долг: что включите сейчас, заработает после оплаты.</p>;

type KnownProps = Omit<ProgramsCardProps, 'only'> & { programs: readonly Program[] };

function Known({ whose, title, programs, about, onDone }: KnownProps) {
  const decision = useDecision();
  const before = decidedBefore(programs, decision.program);
  const [chosen, setChosen] = useState<Chosen | undefined>(before && { program: before, status: 'on' });
  const inDebt = useInternetAccount().data?.blocked ?? false;
  const close = (): void => {
    forget();
    setChosen(undefined);
  };
  return (
    <Card
      title={title}
      aside={programs.some(({ is_applied }) => !is_applied) && <State tone="info">Применяется…</State>}
    >
      {inDebt && <DebtNote about={about} />}
      <Rows>
        {programs.map((program) => (
          <ItemRow
            key={program.programm_id}
            item={{
              ...programItem(program, { whose, inDebt, onSwitch: (status) => setChosen({ program, status }) }),
              ...instead(about),
            }}
          />
        ))}
      </Rows>
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
