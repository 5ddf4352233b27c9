import { Button } from '#web/ui/button/button.tsx';
import { copyText } from '#web/ui/toast/copy.ts';

interface CopyProps {
  /** What is copied, for the label and the message: «логин». */
  what: string;
  value: string;
}

export function CopyButton({ what, value }: CopyProps) {
  return (
    <Button
      look="plain"
      size="sm"
      icon="copy"
      aria-label={`Скопировать ${what}`}
      onClick={() => void copyText(value, `Скопировали ${what}`)}
    >
      Скопировать
    </Button>
  );
}
