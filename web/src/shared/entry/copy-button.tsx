import { Button } from '#ui/button.tsx';
import { saySuccess } from '#ui/toast-store.ts';

interface CopyProps {
  /** What is copied, for the label and the message: «логин». */
  what: string;
  value: string;
}

/** The clipboard may be forbidden: then the text on the screen can be copied by hand. */
export function CopyButton({ what, value }: CopyProps) {
  const copy = (): void => {
    void navigator.clipboard.writeText(value).then(
      () => saySuccess(`Скопировали ${what}`),
      () => undefined,
    );
  };
  return (
    <Button look="plain" size="sm" icon="copy" aria-label={`Скопировать ${what}`} onClick={copy}>
      Скопировать
    </Button>
  );
}
