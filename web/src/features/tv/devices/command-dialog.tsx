import { useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { actions, restText } from './devices.texts.ts';
import type { Remote } from './tv-devices.ts';
import { isBeyond, within } from '#web/ui/dialog/within.ts';

interface CommandDialogProps {
  remote: Remote;
  busy: boolean;
  onClose: () => void;
  onSend: (text?: string) => void;
}

/** Asks before a command that interrupts the viewer or takes something away; for a message it asks for the text. */
export function CommandDialog({ remote, busy, onClose, onSend }: CommandDialogProps) {
  if (remote.action === 'message') {
    return <MessageDialog remote={remote} busy={busy} onClose={onClose} onSend={onSend} />;
  }
  return <QuestionDialog remote={remote} busy={busy} onClose={onClose} onSend={onSend} />;
}

const BUTTON = { look: 'solid', word: undefined, rests: true } as const;
const UNBIND = { look: 'cut', word: 'Отвязать', rests: false } as const;

function QuestionDialog({ remote, busy, onClose, onSend }: CommandDialogProps) {
  const words = actions[remote.action];
  const { look, word = words.name, rests } = remote.action === 'rebind' ? UNBIND : BUTTON;
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.question}
      actions={
        <>
          <Button look={look} busy={busy} onClick={() => onSend()}>
            {word}
          </Button>
          <Button look="line" onClick={onClose}>
            Не&nbsp;сейчас
          </Button>
        </>
      }
    >
      <p>
        {words.consequence} {rests && restText(remote.rest_seconds)}
      </p>
    </Dialog>
  );
}

const LONGEST = 200;

function MessageDialog({ remote, busy, onClose, onSend }: CommandDialogProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const send = (): void => {
    if (text.trim() === '') setError('Напишите, что показать');
    else if (!isBeyond(LONGEST, text)) onSend(text.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Показать сообщение на экране"
      actions={
        <>
          <Button busy={busy} onClick={send}>
            Показать
          </Button>
          <Button look="line" onClick={onClose}>
            Не&nbsp;показывать
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Field
          label="Текст"
          {...within(LONGEST, {
            value: text,
            hint: `Появится поверх передачи. ${restText(remote.rest_seconds)}`,
            error,
          })}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
