import { Suspense, useEffect, useRef, useState, type MouseEvent } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { undoVerbs, type PlannedEntry, type EntryService, type EntryUndo } from './calendar.texts.ts';

/** The question with all that it brings is loaded when it is asked: most visits of a calendar undo nothing. */
const loadQuestion = () => import('./undo-question.tsx');
const Question = lazyPart(async () => (await loadQuestion()).UndoQuestion);

interface UndoProps {
  entry: PlannedEntry;
  undo: EntryUndo;
  /** Undefined when the entry is for the whole account. */
  service: EntryService | undefined;
}

/** Cancels a planned entry like its own screen: at once, or after a question with its price. */
export function UndoEntry({ entry, undo, service }: UndoProps) {
  const { question, ask, close } = useQuestion();
  const { take, isBusy } = useTakingBack(entry, undo, service);
  const onPress = useStayingInList();
  const verb = undoVerbs[undo.does];
  const about = service ? `${entry.title}, ${service.name}` : entry.title;
  const onClick = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    onPress(currentTarget);
    if (take === undefined) ask();
    else take();
  };
  return (
    <>
      <Button
        look="line"
        size="sm"
        aria-label={`${verb}: ${about}`}
        busy={isBusy || question === 'loading'}
        onClick={onClick}
      >
        {verb}
      </Button>
      {question === 'open' && (
        <Suspense>
          <Question undo={undo} service={service} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Opens when its file is here, so that the button shows the wait; or when it cannot be had, and says so. */
function useQuestion() {
  const [question, setQuestion] = useState<'loading' | 'open'>();
  const open = (): void => setQuestion('open');
  const ask = (): void => {
    setQuestion('loading');
    void loadQuestion().then(open, open);
  };
  return { question, ask, close: () => setQuestion(undefined) };
}

/** The button disappears with its entry: moves the focus to the list. */
function useStayingInList(): (button: HTMLElement) => void {
  const list = useRef<HTMLElement | null>(null);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) list.current?.focus();
    },
    [],
  );
  return (button) => {
    list.current = button.closest('ol');
  };
}

/** The immediate undo of an entry; undefined when it costs money and needs a question first. */
function useTakingBack({ p }: PlannedEntry, { does }: EntryUndo, service: EntryService | undefined) {
  const change = useAction(contract.plan.delayCancel);
  const payment = useAction(contract.autopayment.skip);
  const pause = useAction(contract.suspension.cancel);
  const body = { user_id: service?.user_id ?? 0 };
  const then = (title: string, text: string) => ({
    onSuccess: (): void => void saySuccess(title, text),
    onError: (failure: Error): void => void sayError(failure, 'Повторите через минуту', 'Не отменили'),
  });
  const ways: Partial<Record<EntryUndo['does'], () => void>> = {
    cancel_plan: () => change.mutate({ body }, then('Смена тарифа отменена', 'Остаётся прежний тариф')),
    skip_autopayment: () =>
      payment.mutate({ body: { p, skip: true } }, then('Автоплатёж пропустим', 'В этот раз ничего не спишем')),
    cancel_suspension: () => pause.mutate({ body }, then('Пауза отменена', 'Услуга работает дальше')),
  };
  return { take: ways[does], isBusy: change.isPending || payment.isPending || pause.isPending };
}
