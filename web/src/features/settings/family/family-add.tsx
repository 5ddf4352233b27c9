import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ROLE_OF } from '@kabinet/contract/kernel/sharing';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText } from '#web/lib/text/format.ts';
import { hashText } from '#web/lib/page/hash-text.ts';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { readable } from '#web/lib/text/readable.ts';
import { useLocation, useNavigate, type Location } from '#web/lib/page/router.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field, focusFirstWrong } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { RoleMeans } from './role-means.tsx';
import { openUntilText } from './term.texts.ts';
import styles from '../settings.module.css';
import { within } from '#web/ui/dialog/within.ts';

type Offer = Wire<typeof contract.family.look>;

const FAILED = 'Не получилось. Повторите через минуту';

/** The code of an invitation that the link has brought; the secret of a long one stands behind the #, where no server sees it. */
const codeIn = ({ search, hash }: Location): string => new URLSearchParams(search).get('code') ?? hashText(hash) ?? '';

/** Opens another subscriber's contract with a code: first shows whose it is and what the role may do, then asks for consent. */
export function AddContract() {
  const location = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState(() => codeIn(location));
  const [offer, setOffer] = useState<Offer>();
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useAction(contract.family.look);
  useEffect(() => focusFirstWrong(form.current), [error]);

  const look = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setError(code.trim() === '' ? 'Введите код приглашения' : undefined);
    if (code.trim() === '') return;
    mutate(
      { body: { code } },
      { onSuccess: setOffer, onError: (failure) => setError(readable(failure.message, FAILED)) },
    );
  };
  return (
    <Card title="Добавить договор">
      <form ref={form} noValidate method="post" className={styles.form} onSubmit={look}>
        <p className={styles.lead}>
          Вас пригласили в&nbsp;другой договор? Введите код: покажем, чей он, и&nbsp;только потом спросим согласия.
        </p>
        <Field
          label="Код приглашения"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...within(32, { value: code, hint: 'Десять букв и цифр: «k7mfx-2xqd9»', error })}
          onChange={({ target }) => setCode(target.value)}
        />
        <ButtonRow>
          <Button type="submit" look="soft" busy={isPending}>
            Посмотреть приглашение
          </Button>
        </ButtonRow>
      </form>
      <OfferDialog
        offer={offer}
        code={code}
        onClose={() => setOffer(undefined)}
        onTaken={() => {
          setOffer(undefined);
          setCode('');
        }}
      />
    </Card>
  );
}

interface OfferDialogProps {
  offer: Offer | undefined;
  code: string;
  onClose: () => void;
  onTaken: () => void;
}

function OfferDialog({ offer, code, onClose, onTaken }: OfferDialogProps) {
  return (
    <Dialog open={offer !== undefined} onClose={onClose} title="Открыть этот договор?">
      {offer && <OfferView offer={offer} code={code} onClose={onClose} onTaken={onTaken} />}
    </Dialog>
  );
}

function OfferView({ offer, code, onClose, onTaken }: OfferDialogProps & { offer: Offer }) {
  const { name, address, role, until_day: until, expires_at } = offer;
  const navigate = useNavigate();
  const { mutate, isPending } = useAction(contract.family.accept);
  const [refusal, setRefusal] = useState<string>();
  const accept = (): void =>
    mutate(
      { body: { code } },
      {
        onSuccess: () => {
          // The code has been used: it must not stay in the address.
          navigate('/settings/family', { replace: true });
          onTaken();
          saySuccess('Договор добавлен', 'Переключиться можно здесь и в карточке клиента');
        },
        onError: (failure) => setRefusal(readable(failure.message, FAILED)),
      },
    );
  return (
    <div className={styles.form}>
      {refusal !== undefined && <Callout tone="bad" role="alert" title={`${refusal}.`} />}
      <KeyValues
        list={[
          ['Чей договор', `${name}, №\u00a0${contractNo(offer)}`],
          ['Адрес', address],
          ['Вам дают', ROLE_OF[role]],
          until !== null && ['Доступ закроется', openUntilText(until, dayOf(now()))],
          ['Ответить до', momentText(expires_at, dayOf(now()))],
        ]}
      />
      <RoleMeans role={role} />
      <p>
        Владелец увидит вашу фамилию с&nbsp;инициалом, номер договора и&nbsp;когда вы заходили. Ваш договор он
        не&nbsp;увидит.
      </p>
      <ButtonRow stacked>
        <Button busy={isPending} onClick={accept}>
          Согласиться
        </Button>
        <Button look="plain" onClick={onClose}>
          Не сейчас
        </Button>
      </ButtonRow>
    </div>
  );
}
