import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from './consents.module.css';

export type Consent = Wire<typeof contract.consent.decide>;

/** `given` and `withdrawn` ask for this decision; `text` only shows the words. */
export interface ConsentQuestion {
  consent: Consent;
  about: 'text' | 'given' | 'withdrawn';
}

interface ConsentDialogProps {
  asked: ConsentQuestion | undefined;
  onClose: () => void;
}

/** The words of a consent and what a decision changes, before it is made. */
export function ConsentDialog({ asked, onClose }: ConsentDialogProps) {
  const { mutate, isPending } = useAction(contract.consent.decide);
  if (!asked) return null;
  const { consent, about } = asked;
  const decide = (isGiven: boolean): void => {
    const { name, version } = consent;
    mutate(
      { body: { name, version, is_given: isGiven } },
      {
        onSuccess: () => {
          onClose();
          sayDecided(consent, isGiven);
        },
        onError: (failure) => sayError(failure, 'Решение не записали. Повторите через минуту'),
      },
    );
  };
  if (about === 'withdrawn') {
    return <Withdrawing consent={consent} busy={isPending} onCut={() => decide(false)} onClose={onClose} />;
  }
  return (
    <Dialog open onClose={onClose} title={consent.title}>
      <Words {...(about === 'text' ? agreedWords(consent) : presentWords(consent))} />
      {about === 'given' && <Answers consent={consent} isPending={isPending} onDecide={decide} onClose={onClose} />}
    </Dialog>
  );
}

function sayDecided({ title, when_given: given, when_withdrawn: withdrawn }: Consent, isGiven: boolean): void {
  if (isGiven) saySuccess('Согласие записали', given ?? title);
  else saySuccess('Согласия больше нет', withdrawn);
}

interface Cutting {
  consent: Consent;
  busy: boolean;
  onCut: () => void;
  onClose: () => void;
}

const Withdrawing = ({ consent: { title, when_withdrawn: withdrawn }, ...cutting }: Cutting) => (
  <CutDialog open title={`Отозвать: ${title.toLowerCase()}?`} cut="Отозвать" {...cutting}>
    <p>{withdrawn}</p>
    <p className={styles.small}>Запишем день, время и устройство. Дать согласие снова можно здесь же.</p>
  </CutDialog>
);

interface WordsProps {
  text: string;
  version: string;
}

const presentWords = ({ text, version, valid_from: from }: Consent): WordsProps => ({
  text,
  version: `${version} от ${dayText(from, dayOf(now()))}`,
});

/** The words that were agreed to, which may be former ones. */
const agreedWords = (consent: Consent): WordsProps => {
  const { agreed } = consent;
  return agreed?.text == null || agreed.version === consent.version
    ? presentWords(consent)
    : { text: agreed.text, version: agreed.version ?? '' };
};

const Words = ({ text, version }: WordsProps) => (
  <>
    <div className={styles.text}>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
    <p className={styles.small}>Редакция {version}</p>
  </>
);

interface AnswersProps {
  consent: Consent;
  isPending: boolean;
  onDecide: (isGiven: boolean) => void;
  onClose: () => void;
}

/** A client who agreed to a former version may refuse the new one here: this ends the former consent, too. */
function Answers({ consent, isPending, onDecide, onClose }: AnswersProps) {
  const mayRefuse = consent.is_asked && !consent.is_required;
  return (
    <>
      {consent.when_given !== null && <Callout title="Если согласитесь.">{consent.when_given}</Callout>}
      {mayRefuse && <p className={styles.small}>Если откажетесь: {lowerFirst(consent.when_withdrawn)}</p>}
      <ButtonRow stacked>
        <Button busy={isPending} onClick={() => onDecide(true)}>
          Согласиться
        </Button>
        {mayRefuse && (
          <Button look="line" busy={isPending} onClick={() => onDecide(false)}>
            Отказаться
          </Button>
        )}
        <Button look="plain" onClick={onClose}>
          {consent.is_asked ? 'Решить позже' : 'Не соглашаться'}
        </Button>
      </ButtonRow>
    </>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
