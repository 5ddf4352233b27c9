import { useKept } from './decision.ts';
import { Fold } from '#web/ui/text/rows.tsx';
import styles from './change-dialog.module.css';
import { Markup } from '#web/shared/page/markup.tsx';
import {
  useProgramChange,
  useProgramPreview,
  useProgramWords,
  type Program,
  type ProgramChangeSummary,
  type Whose,
} from './program-data.ts';
import type { LoadedQuery } from '#web/shared/page/loaded.tsx';
import { SwitchDialog, type OnWords } from './switch-dialog.tsx';

interface ProgramDialogProps {
  whose: Whose;
  program: Program;
  status: 'on' | 'off';
  on?: OnWords;
  inDebt: boolean;
  today: string;
  onDone?: (told: ProgramChangeSummary) => void;
  onClose: () => void;
}

/** Switches a program on or off, with the terms that the client agrees to. */
export function ProgramDialog({ whose, program, status, ...rest }: ProgramDialogProps) {
  const { programm_id, title, control, undo_until } = program;
  const asked = { programm_id, status };
  const preview = useProgramPreview(whose, asked);
  const words = useProgramWords(whose, programm_id, { enabled: status === 'on' });
  const { change, isPending } = useProgramChange(whose);
  useKept({ program: programm_id });
  return (
    <SwitchDialog
      {...rest}
      what={{ name: title, control }}
      status={status}
      preview={status === 'on' ? together(preview, words) : preview}
      isBusy={isPending}
      change={(version, then) => change({ ...asked, version }, then)}
      terms={
        words.data && (
          <Fold title="Условия">
            <Markup html={words.data} />
          </Fold>
        )
      }
    >
      {status === 'off' && undo_until !== null && (
        <p className={styles.note}>Включили только что: вернём всё, что списали.</p>
      )}
    </SwitchDialog>
  );
}

/** Combines preview and terms: the client cannot agree before the terms are loaded. */
const together = <T,>(preview: LoadedQuery<T>, words: LoadedQuery<string>): LoadedQuery<T> => ({
  data: words.data === undefined ? undefined : preview.data,
  error: preview.error ?? words.error,
  refetch: () => Promise.all([preview.refetch(), words.refetch()]),
});
