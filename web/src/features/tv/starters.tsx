import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { useNavigate } from '#web/lib/page/router.tsx';
import { forget, useDecision } from '#web/shared/change/decision.ts';
import { useInternetAccount } from '#web/shared/data/frame-data.ts';
import type { Program } from '#web/shared/change/program-data.ts';
import { ProgramDialog } from '#web/shared/change/program-dialog.tsx';
import { ProgramWords } from '#web/shared/change/program-item.tsx';
import { decidedBefore } from '#web/shared/change/programs-card.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Ways } from '#web/ui/field/choice.tsx';
import { CHANNELS_AND_TERMS, PackageChannels } from './package-channels.tsx';
import styles from './starters.module.css';

/** Texts that fit both a box, which is delivered later, and an application, which works at once. */
const CONNECT = ['Подключить', 'Подключаем'] as const;

export const isStarterOpen = ({ control }: Program): boolean => control.status === 'off';

/** The choice and order of a starter program; impossible ones show the reason. */
export function Starters({ title, starters }: { title: string; starters: readonly Program[] }) {
  const decision = useDecision();
  const before = decidedBefore(starters, decision.program);
  const possible = starters.filter(isStarterOpen);
  const [wanted, setWanted] = useState(before?.programm_id);
  /** Of its own: a list that comes anew while the dialog is open must not put another program into it. */
  const [asked, setAsked] = useState(before);
  const inDebt = useInternetAccount().data?.blocked ?? false;
  const navigate = useNavigate();
  const chosen = possible.find(({ programm_id }) => programm_id === wanted) ?? possible[0];
  const close = (): void => {
    forget();
    setAsked(undefined);
  };
  return (
    <div className={styles.starters}>
      {chosen && (
        <>
          <Ways
            legend={title}
            name="starter"
            value={String(chosen.programm_id)}
            onChange={(id) => setWanted(Number(id))}
            options={possible.map(({ programm_id, title: name, description, price_text }) => ({
              value: String(programm_id),
              title: name,
              note: (
                <>
                  {description}
                  <span className={styles.price}>{price_text}</span>
                </>
              ),
            }))}
          />
          <ProgramWords
            key={chosen.programm_id}
            whose="contract"
            id={chosen.programm_id}
            name={chosen.title}
            title={CHANNELS_AND_TERMS}
          >
            <PackageChannels programId={chosen.programm_id} />
          </ProgramWords>
          <Button
            wide
            onClick={() => setAsked(chosen)}
          >{`Подключить «${chosen.title.replaceAll(' ', '\u00a0')}»`}</Button>
        </>
      )}
      {starters
        .filter((starter) => !isStarterOpen(starter))
        .map(({ programm_id, title, control }) => (
          <p key={programm_id} className={styles.reason}>
            <b>{title}</b> {control.text}.
          </p>
        ))}
      {asked && (
        <ProgramDialog
          whose="contract"
          program={asked}
          status="on"
          on={CONNECT}
          inDebt={inDebt}
          today={dayOf(now())}
          onClose={close}
          onDone={({ user_id }) => {
            if (user_id !== null) navigate(`/tv/${user_id}`);
          }}
        />
      )}
    </div>
  );
}
