import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { useQuery } from '@tanstack/react-query';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { useInternetAccount } from '#web/shared/data/frame-data.ts';
import type { ChangeSummary } from '#web/shared/change/money-preview.tsx';
import { SwitchDialog } from '#web/shared/change/switch-dialog.tsx';
import { previewQuery, useAftermath, type ChangeCallbacks } from '#web/shared/change/use-change.ts';
import type { EntryService, EntryUndo } from './calendar.texts.ts';

interface ProgramProps {
  undo: EntryUndo;
  /** Undefined for a program of the contract. */
  service: EntryService | undefined;
  onClose: () => void;
}

/** Keeps a program on, or cancels its start, after a question with its price. */
export function UndoProgram({ undo: { does, name = '', programm_id = 0 }, service, onClose }: ProgramProps) {
  const isKept = does === 'keep_program';
  const asked = { programm_id, status: isKept ? 'on' : 'off' } as const;
  const { preview, change, isPending } = useProgram(asked, service?.user_id);
  return (
    <SwitchDialog
      what={{ name, control: { status: isKept ? 'off_pending' : 'on_pending', text: '', possible_from: null } }}
      status={asked.status}
      preview={preview}
      isBusy={isPending}
      inDebt={useInternetAccount().data?.blocked ?? false}
      today={dayOf(now())}
      change={change}
      onClose={onClose}
    />
  );
}

/** The calls for a program of a service, or of the contract. */
function useProgram(asked: { programm_id: number; status: 'on' | 'off' }, userId: number | undefined) {
  const isOfService = userId !== undefined;
  const user_id = userId ?? 0;
  const preview = useQuery<ChangeSummary>(
    isOfService
      ? previewQuery(contract.user.programPreview, { ...asked, user_id })
      : previewQuery(contract.internetContract.programPreview, asked),
  );
  const service = useAction(contract.user.changeProgram);
  const own = useAction(contract.internetContract.changeProgram);
  const aftermath = useAftermath();
  const change = (version: string, then: ChangeCallbacks): void => {
    const body = { ...asked, version };
    const after = aftermath('Услугу не переключили', then);
    if (isOfService) service.mutate({ body: { ...body, user_id } }, after);
    else own.mutate({ body }, after);
  };
  return { preview, change, isPending: service.isPending || own.isPending };
}
