import type { EntryService, EntryUndo } from './calendar.texts.ts';
import { UndoOption } from './undo-option.tsx';
import { UndoProgram } from './undo-program.tsx';

interface QuestionProps {
  undo: EntryUndo;
  /** Undefined when the entry is for the whole account. */
  service: EntryService | undefined;
  onClose: () => void;
}

/** An option always belongs to a service; a program may belong to the contract. */
export function UndoQuestion({ service, ...more }: QuestionProps) {
  if (more.undo.programm_id !== undefined) return <UndoProgram service={service} {...more} />;
  return service && <UndoOption service={service} {...more} />;
}
