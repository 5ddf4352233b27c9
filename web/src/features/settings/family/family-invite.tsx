import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ROLE_MEANS, ROLE_OF, SHARE_ROLES, type ShareRole } from '@kabinet/contract/kernel/sharing';
import { ApiError } from '#web/api/api-error.ts';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { capital, dayOf, momentText } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { canSendCode } from '#web/shared/contact/code-ways.ts';
import { EMAIL, PHONE } from '#web/shared/contact/contact-kinds.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Chips, Ways } from '#web/ui/field/choice.tsx';
import { Field, focusFirstWrong } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { InvitationCode, type Made } from './invitation-code.tsx';
import { TermChoice, chosenEnd, WITHOUT_TERM, type Term } from './term-choice.tsx';

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Asks whom to invite and for what; an invitation by a code is then shown, once. */
export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<Made>();
  const close = (): void => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={made ? 'Приглашение готово' : 'Пригласить в договор'}>
      {made ? <InvitationCode made={made} onClose={close} /> : <InviteForm onMade={setMade} onClose={close} />}
    </Dialog>
  );
}

export const ROLE_OPTIONS = SHARE_ROLES.map((role) => ({
  value: role,
  title: capital(ROLE_OF[role]),
  note: (
    <>
      Можно {ROLE_MEANS[role].may}. Нельзя {ROLE_MEANS[role].mayNot}.
    </>
  ),
}));

type Way = 'phone' | 'email' | 'code';

const WAYS = [
  { value: 'phone', text: 'По телефону' },
  { value: 'email', text: 'По почте' },
  { value: 'code', text: 'Кодом' },
] as const satisfies readonly { value: Way; text: string }[];

const WORDS = {
  phone: {
    ...PHONE,
    hint: 'Станет логином. Можно и\u00a0номер другого оператора',
    note: 'Придёт СМС со\u00a0ссылкой на\u00a0семь дней. Своего договора не\u00a0нужно: у\u00a0человека будет свой вход.',
    send: 'Отправить приглашение',
  },
  email: {
    ...EMAIL,
    hint: 'Станет логином',
    note: 'Придёт письмо со\u00a0ссылкой на\u00a0семь дней. Своего договора не\u00a0нужно: у\u00a0человека будет свой вход.',
    send: 'Отправить приглашение',
  },
  code: {
    note: 'Дадим одноразовый код на\u00a0трое суток. Примет его тот, у\u00a0кого есть свой договор с\u00a0нами.',
    send: 'Создать код',
  },
} as const;

interface Refusal {
  address?: string | undefined;
  label?: string | undefined;
  until?: string | undefined;
  whole?: string | undefined;
}

function refusalOf(failure: Error): Refusal {
  const errors = failure instanceof ApiError ? failure.errors : {};
  const { 'body.address': address, 'body.label': label, 'body.until_day': until } = errors;
  if ([address, label, until].some((text) => text !== undefined)) return { address, label, until };
  return { whole: readable(failure.message, 'Приглашение не создали. Повторите через минуту') };
}

interface FormProps {
  onMade: (made: Made) => void;
  onClose: () => void;
}

/** Sends an invitation to a contact, or makes a code. */
function useInvite({ onMade, onClose }: FormProps, onError: (failure: Error) => void) {
  const byCode = useAction(contract.family.invite);
  const byContact = useAction(contract.family.inviteContact);
  const invite = (
    way: Way,
    typed: { address: string; label: string; role: ShareRole; until_day: string | null },
  ): void => {
    const { role, until_day } = typed;
    if (way === 'code') byCode.mutate({ body: { role, until_day } }, { onSuccess: onMade, onError });
    else {
      const onSuccess = ({ expires_at }: { expires_at: string }): void => {
        onClose();
        saySuccess('Приглашение отправлено', `Ссылка действует до ${momentText(expires_at, dayOf(now()))}`);
      };
      byContact.mutate({ body: { kind: way, ...typed } }, { onSuccess, onError });
    }
  };
  return { invite, isPending: byCode.isPending || byContact.isPending };
}

function InviteForm(props: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const ways = WAYS.filter(({ value }) => value === 'code' || canSendCode(value));
  const [way, setWay] = useState<Way>(ways[0]?.value ?? 'code');
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const [role, setRole] = useState<ShareRole>('payer');
  const [term, setTerm] = useState(WITHOUT_TERM);
  const [refusal, setRefusal] = useState<Refusal>({});
  const { invite, isPending } = useInvite(props, (failure) => setRefusal(refusalOf(failure)));
  useEffect(() => focusFirstWrong(form.current), [refusal]);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const until_day = chosenEnd(term);
    const lacks = lacking(way, { address, label, term });
    setRefusal(lacks);
    if (until_day !== undefined && Object.keys(lacks).length === 0) invite(way, { address, label, role, until_day });
  };
  const choose = (chosen: Way): void => {
    setWay(chosen);
    setAddress('');
    setRefusal({});
  };
  return (
    <DialogForm ref={form} onSubmit={submit}>
      {refusal.whole !== undefined && <Callout tone="bad" role="alert" title={`${refusal.whole}.`} />}
      <Chips<Way> label="Как пригласить" options={ways} value={way} onChange={choose} />
      {way !== 'code' && (
        <>
          <Field
            key={way}
            label={WORDS[way].label}
            {...WORDS[way].input}
            autoComplete="off"
            {...within(254, { value: address, hint: WORDS[way].hint, error: refusal.address })}
            onChange={({ target }) => setAddress(target.value)}
          />
          <Field
            label="Как подписать"
            autoComplete="off"
            {...within(40, {
              value: label,
              hint: '«Ирина», «Мама»: так вы увидите этого человека в\u00a0списке',
              error: refusal.label,
            })}
            onChange={({ target }) => setLabel(target.value)}
          />
        </>
      )}
      <Ways legend="Что будет можно" name="role" options={ROLE_OPTIONS} value={role} onChange={setRole} />
      <TermChoice term={term} error={refusal.until} onChange={setTerm} />
      <p>{WORDS[way].note} О&nbsp;новом доступе напишем, закрыть его можно в&nbsp;любой момент.</p>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          {WORDS[way].send}
        </Button>
        <Button look="plain" onClick={props.onClose}>
          Не приглашать
        </Button>
      </ButtonRow>
    </DialogForm>
  );
}

const lacking = (way: Way, { address, label, term }: { address: string; label: string; term: Term }): Refusal => ({
  ...(way !== 'code' && lackingContact(way, { address, label })),
  ...(chosenEnd(term) === undefined && { until: 'Выберите день' }),
});

const lackingContact = (way: 'phone' | 'email', { address, label }: { address: string; label: string }): Refusal => ({
  ...(address.trim() === '' && {
    address: way === 'phone' ? 'Введите номер телефона' : 'Введите адрес почты',
  }),
  ...(label.trim() === '' && { label: 'Подпишите, кто это' }),
});
