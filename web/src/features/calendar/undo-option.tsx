import { contract } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useQuery } from '@tanstack/react-query';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { useInternetAccount } from '#web/shared/data/frame-data.ts';
import { Markup } from '#web/shared/page/markup.tsx';
import type { ChangeSummary } from '#web/shared/change/money-preview.tsx';
import { SwitchDialog } from '#web/shared/change/switch-dialog.tsx';
import { previewQuery, useAftermath } from '#web/shared/change/use-change.ts';
import { Fold } from '#web/ui/text/rows.tsx';
import type { EntryService, EntryUndo } from './calendar.texts.ts';

interface OptionProps {
  undo: EntryUndo;
  service: EntryService;
  onClose: () => void;
}

/** Keeps an option on, or cancels its start, after the same question as on the service's page. */
export function UndoOption({ undo: { does, name = '', option_id = 0 }, service: { user_id }, onClose }: OptionProps) {
  const isKept = does === 'keep_option';
  const asked = { user_id, option_id, status: isKept ? 'on' : 'off' } as const;
  const preview = useQuery<ChangeSummary>(previewQuery(contract.plan.optionPreview, asked));
  const { mutate, isPending } = useAction(contract.plan.changeOption);
  const aftermath = useAftermath();
  const terms = useTerms(user_id, option_id);
  return (
    <SwitchDialog
      what={{ name, control: { status: isKept ? 'off_pending' : 'on_pending', text: '', possible_from: null } }}
      status={asked.status}
      preview={preview}
      isBusy={isPending}
      inDebt={useInternetAccount().data?.blocked ?? false}
      today={dayOf(now())}
      change={(version, then) => mutate({ body: { ...asked, version } }, aftermath('Опцию не переключили', then))}
      onClose={onClose}
      terms={terms}
    />
  );
}

/** The terms that the client agrees to. */
function useTerms(userId: number, optionId: number) {
  const { data } = useCall(contract.plan.options, { params: { id: String(userId) } });
  const oferta = data?.options.find(({ option_id }) => option_id === optionId)?.oferta ?? '';
  return (
    oferta !== '' && (
      <Fold title="Условия">
        <Markup html={oferta} />
      </Fold>
    )
  );
}
