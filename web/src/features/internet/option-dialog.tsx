import { dayText, tied } from '#lib/format.ts';
import { Markup } from '#parts/markup.tsx';
import { nowText, type Told } from '#parts/money-preview.tsx';
import { Fold } from '#ui/rows.tsx';
import { saySuccess } from '#ui/toast-store.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { useKept } from './decision.ts';
import styles from './plan.module.css';
import { useOptionChange, useOptionPreview, type Option } from './use-plan.ts';

interface OptionDialogProps {
  userId: number;
  version: string;
  option: Option;
  status: 'on' | 'off';
  inDebt: boolean;
  today: string;
  onClose: () => void;
}

/** An option on or off: what it costs now and later, when it counts, and the terms one agrees to. */
export function OptionDialog({ userId, version, option, status, inDebt, today, onClose }: OptionDialogProps) {
  const asked = { user_id: userId, option_id: option.option_id, status };
  const preview = useOptionPreview(asked);
  const { change, isPending } = useOptionChange(userId);
  useKept({ option: option.option_id });
  const words = wordsOf(option, status);
  const onConfirm = (): void =>
    change(
      { ...asked, version },
      {
        onDone: (told) => {
          const [title, text] = doneText(option, status, told, today);
          saySuccess(title, text);
          onClose();
        },
        onRefused: onClose,
      },
    );
  return (
    <ChangeDialog
      title={words.title}
      verb={words.verb}
      back="Не менять"
      preview={preview}
      today={today}
      isBusy={isPending}
      inDebt={inDebt}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {status === 'off' && preview.data && preview.data.from !== today && (
        <p className={styles.note}>
          {tied(`Оплачена до конца периода, отключим ${dayText(preview.data.from, today)}. До этого можно передумать.`)}
        </p>
      )}
      {status === 'on' && option.oferta !== '' && (
        <div className={styles.terms}>
          <p className={styles.note}>{`Нажимая «${words.verb}», вы соглашаетесь с\u00a0условиями.`}</p>
          <Fold title="Условия">
            <Markup html={option.oferta} />
          </Fold>
        </div>
      )}
    </ChangeDialog>
  );
}

/** The question and its verb: what was planned is taken back by other words. */
function wordsOf({ name, control }: Option, status: 'on' | 'off') {
  if (status === 'off') {
    return control.status === 'on_pending'
      ? { title: `Не включать «${name}»?`, verb: 'Не включать' }
      : { title: `Отключить «${name}»?`, verb: 'Отключить' };
  }
  return control.status === 'off_pending'
    ? { title: `Оставить «${name}»?`, verb: 'Оставить' }
    : { title: `Включить «${name}»?`, verb: 'Включить' };
}

type Said = readonly [title: string, text: string];

function doneText({ name, control }: Option, status: 'on' | 'off', told: Told, today: string): Said {
  const money = nowText(told).replace(/^./u, (letter) => letter.toUpperCase());
  if (status === 'on') {
    return control.status === 'off_pending'
      ? [`Оставили «${name}»`, 'Будет работать дальше']
      : [`Включили «${name}»`, money];
  }
  return told.from === today
    ? [`Отключили «${name}»`, money]
    : [`Отключим «${name}»`, tied(`Работает до ${dayText(told.from, today)}`)];
}
