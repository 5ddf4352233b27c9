import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Field, focusFirstWrong, TextArea } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import type { Mailbox } from './mail-data.ts';
import styles from './reply-form.module.css';
import { within } from '#web/ui/dialog/within.ts';

const WEEK_MS = 7 * 86_400_000;

/** Text and days of the reply in absence; saving switches it on. */
export function ReplyForm({ box: { user_id, reply }, onClose }: { box: Mailbox; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const today = dayOf(now());
  const isOver = reply === null || reply.until < today;
  const [subject, setSubject] = useState(reply?.subject ?? 'Я в\u00a0отпуске');
  const [text, setText] = useState(reply?.text ?? '');
  const [from, setFrom] = useState(isOver ? today : reply.from);
  const [until, setUntil] = useState(isOver ? dayOf(new Date(now().getTime() + WEEK_MS)) : reply.until);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { mutate, isPending } = useAction(contract.emailUser.reply);
  useEffect(() => focusFirstWrong(form.current), [errors]);
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    mutate(
      { body: { user_id, is_on: true, subject, text, from, until } },
      {
        onSuccess: () => {
          saySuccess('Автоответ включён');
          onClose();
        },
        onError: (failure) => {
          const own = failure instanceof ApiError ? failure.errors : {};
          setErrors(own);
          if (Object.keys(own).length === 0) sayError(failure, 'Повторите через минуту', 'Автоответ не\u00a0включили');
        },
      },
    );
  };
  return (
    <DialogForm ref={form} onSubmit={save}>
      <Field
        label="Тема"
        name="subject"
        {...within(150, { value: subject, error: errors['body.subject'] })}
        onChange={({ target }) => setSubject(target.value)}
      />
      <TextArea
        label="Текст"
        name="text"
        {...within(1000, {
          value: text,
          hint: 'Например, когда прочитаете письмо и\u00a0как с\u00a0вами связаться.',
          error: errors['body.text'],
        })}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.dates}>
        <DateField
          label="С какого дня"
          name="from"
          value={from}
          today={today}
          onChange={setFrom}
          error={errors['body.from']}
        />
        <DateField
          label="По какой день"
          name="until"
          value={until}
          today={today}
          onChange={setUntil}
          error={errors['body.until']}
        />
      </div>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          Включить автоответ
        </Button>
        <Button look="plain" onClick={onClose}>
          Не&nbsp;менять
        </Button>
      </ButtonRow>
    </DialogForm>
  );
}
