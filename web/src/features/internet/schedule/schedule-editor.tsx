import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { stateAt } from '@kabinet/contract/kernel/schedule';
import { ApiError } from '#web/api/api-error.ts';
import { outdate } from '#web/api/use-call.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { readable } from '#web/lib/text/readable.ts';
import { readStored, writeStored } from '#web/lib/page/stored.ts';
import { Button, ButtonRow, TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Switch } from '#web/ui/field/choice.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { useSaving, type AccessSchedule, type Defaults, type Guard, type ActionWithProof } from './schedule-data.ts';
import { Days } from './schedule-days.tsx';
import { ExceptionDays } from './schedule-exceptions.tsx';
import { gridOf, rulesOf } from './schedule-grid.ts';
import { ReadyWeeks } from './schedule-ready.tsx';
import { Week } from './schedule-week.tsx';
import { kernelSchedule, stateWords } from './schedule.texts.ts';
import styles from './schedule.module.css';

type Draft = Pick<AccessSchedule, 'is_on' | 'rules' | 'exceptions'>;

/** Unsaved changes, with the version of the schedule that they are based on. */
type KeptDraft = Draft & Pick<AccessSchedule, 'version'>;

export interface EditorProps {
  schedule: AccessSchedule;
  defs: Defaults;
  guard: Guard;
  now: number;
}

const draftKey = (id: number): string => `schedule.${id}`;
export const hasDraft = (id: number): boolean =>
  readStored<KeptDraft | undefined>(draftKey(id), undefined) !== undefined;

/** Unsaved changes, kept on the device for a day after leaving the page. */
function useKeptDraft(id: number) {
  const key = draftKey(id);
  const [draft, setDraft] = useState(() => readStored<KeptDraft | undefined>(key, undefined));
  const keep = (next: KeptDraft | undefined): void => {
    setDraft(next);
    writeStored(key, next, next === undefined ? 0 : undefined);
  };
  return [draft, keep] as const;
}

const isChangedMeanwhile = (failure: Error | undefined): boolean =>
  failure instanceof ApiError && failure.code === 'changed_meanwhile';

/** Keeps unsaved changes, over errors and navigation, until they are saved or discarded. */
function useDraft({ schedule, guard }: Pick<EditorProps, 'schedule' | 'guard'>) {
  const cache = useQueryClient();
  const [draft, setDraft] = useKeptDraft(schedule.user_id);
  const [failure, setFailure] = useState<Error>();
  const { mutate, isPending } = useSaving();
  const shown = draft ?? schedule;
  const takeBack = (): void => {
    setDraft(undefined);
    setFailure(undefined);
  };
  const send: ActionWithProof = (proof) => {
    const { is_on, rules, exceptions, version } = shown;
    // After the notice about the other change the client may overwrite it.
    const base = isChangedMeanwhile(failure) ? schedule.version : version;
    mutate(
      { params: { id: schedule.user_id }, body: { version: base, is_on, rules, exceptions, ...proof } },
      {
        onSuccess: (saved) => {
          takeBack();
          saySuccess('График сохранён', saved.is_on ? undefined : 'Часы доступа не\u00a0ограничены');
        },
        onError: (error) => {
          if (guard.askAgain(error, send)) return;
          setFailure(error);
          if (isChangedMeanwhile(error)) void outdate(cache, ['internet-schedule']);
        },
      },
    );
  };
  return {
    shown,
    isChanged: draft !== undefined,
    failure,
    isPending,
    change: (part: Partial<Draft>): void => {
      const { is_on, rules, exceptions, version } = { ...shown, ...part };
      setDraft({ is_on, rules, exceptions, version });
    },
    save: (): void => guard.run(send),
    takeBack,
  };
}

/** The week, its exceptions, and one button that saves both. */
export function Editor({ schedule, defs, guard, now }: EditorProps) {
  const draft = useDraft({ schedule, guard });
  const { shown, change } = draft;
  const isNew = !shown.is_on && shown.rules.length === 0;
  const grid = gridOf(shown.rules);
  if (isNew && !draft.isChanged) {
    return <ReadyWeeks weeks={defs.weeks} isFirst onChoose={(rules) => change({ is_on: true, rules })} />;
  }
  return (
    <>
      <div className={styles.switch}>
        <span>График включён</span>
        <Switch label="График включён" on={shown.is_on} onChange={(is_on) => change({ is_on })} />
      </div>
      <div className={styles.box}>
        <p className={styles.how}>
          Закрашенные часы — интернет работает. Проведите по&nbsp;клеткам мышью или пальцем; с&nbsp;клавиатуры — стрелки
          и&nbsp;пробел.
        </p>
        <Week grid={grid} now={now} onChange={(cells) => change({ rules: rulesOf(cells) })} />
        <Days grid={grid} now={now} onChange={(cells) => change({ rules: rulesOf(cells) })} />
      </div>
      <ReadyWeeks weeks={defs.weeks} onChoose={(rules) => change({ rules })} />
      <ExceptionDays
        exceptions={shown.exceptions}
        defs={defs}
        today={dayOf(new Date(now))}
        onChange={(exceptions) => change({ exceptions })}
      />
      {draft.isChanged && <SaveBar schedule={schedule} draft={draft} now={now} />}
    </>
  );
}

interface SaveBarProps {
  schedule: AccessSchedule;
  draft: ReturnType<typeof useDraft>;
  now: number;
}

/** A preview of what saving changes at this moment. */
function SaveBar({ schedule, draft, now }: SaveBarProps) {
  const zone = useProvider().time_zone ?? 'Europe/Samara';
  const { paused_until } = schedule;
  const after = stateAt(kernelSchedule({ ...draft.shown, paused_until }), new Date(now), zone);
  return (
    <div className={styles.save}>
      <p>
        <b>Изменения не сохранены.</b> После сохранения: {lower(stateWords(after, dayOf(new Date(now))))}.
      </p>
      {draft.failure && <Failure failure={draft.failure} onTakeBack={draft.takeBack} />}
      <ButtonRow stacked>
        <Button busy={draft.isPending} onClick={draft.save}>
          Сохранить график
        </Button>
        <Button look="plain" onClick={draft.takeBack}>
          Не менять
        </Button>
      </ButtonRow>
    </div>
  );
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function Failure({ failure, onTakeBack }: { failure: Error; onTakeBack: () => void }) {
  if (isChangedMeanwhile(failure)) {
    return (
      <Callout
        tone="wait"
        role="alert"
        title="График изменили в другом окне."
        action={<TextButton onClick={onTakeBack}>Посмотреть тот график</TextButton>}
      >
        Ваши правки ещё здесь: сохраните их поверх или посмотрите, что получилось там.
      </Callout>
    );
  }
  return (
    <Callout tone="bad" role="alert" title="График не сохранился.">
      {readable(failure.message, 'Повторите через минуту')}. Ваши правки на&nbsp;месте.
    </Callout>
  );
}
