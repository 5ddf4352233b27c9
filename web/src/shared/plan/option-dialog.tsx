import { useKept } from '#web/shared/change/decision.ts';
import { Markup } from '#web/shared/page/markup.tsx';
import { SwitchDialog } from '#web/shared/change/switch-dialog.tsx';
import { Fold } from '#web/ui/text/rows.tsx';
import { useOptionChange, useOptionPreview, type Option, type Owner } from './use-options.ts';

interface OptionDialogProps {
  user: Owner;
  option: Option;
  status: 'on' | 'off';
  inDebt: boolean;
  today: string;
  onDone: () => void;
  onClose: () => void;
}

/** Switches an option on or off, with the terms that the client agrees to. */
export function OptionDialog({ user, option, status, inDebt, today, onDone, onClose }: OptionDialogProps) {
  const asked = { user_id: user.user_id, option_id: option.option_id, status };
  const preview = useOptionPreview(asked);
  const { change, isPending } = useOptionChange(user);
  useKept({ option: option.option_id });
  return (
    <SwitchDialog
      what={option}
      status={status}
      preview={preview}
      isBusy={isPending}
      inDebt={inDebt}
      today={today}
      change={(version, then) => change({ ...asked, version }, then)}
      onDone={onDone}
      onClose={onClose}
      terms={
        option.oferta !== '' && (
          <Fold title="Условия">
            <Markup html={option.oferta} />
          </Fold>
        )
      }
    />
  );
}
