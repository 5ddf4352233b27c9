import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { brokenRules, ownWordsOf } from '@kabinet/contract/kernel/service-password';
import { ApiError, NetworkError } from '#web/api/api-error.ts';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, keepTogether } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { useNavigate } from '#web/lib/page/router.tsx';
import { ChangeDialog, type OnConfirm } from '#web/shared/change/change-dialog.tsx';
import { previewQuery } from '#web/shared/change/use-change.ts';
import { isDebt, isZero } from '#web/shared/money/account-sums.ts';
import { useInternetAccount } from '#web/shared/data/frame-data.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { PasswordRules } from '#web/shared/service/password/password-rules.tsx';
import { SupportButton } from '#web/shared/service/page/service-support.tsx';
import { PayDebt } from '#web/shared/service/page/service-trouble.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { focusFirstWrong, PasswordField, Select } from '#web/ui/field/field.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { sizeText, useTerms, type MailboxTerms } from './mail-data.ts';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import styles from './mail.module.css';
import { NameField } from './name-field.tsx';
import { newBoxText } from './new-box-card.tsx';
import { KeptCard } from './remove-card.tsx';

/** Creates a mailbox: a checked name, a password, the price before it. */
export function CreateMailboxPage() {
  const terms = useTerms();
  return (
    <>
      <PageHead title="Новый ящик" back={{ to: '/', text: 'Все услуги' }} lead={<Lead terms={terms.data} />} />
      <Columns>
        <Stack>
          <LoadedCard
            title="Имя и пароль"
            answer={terms}
            failed="Не удалось загрузить условия."
            skeleton={<SkeletonRows label="Загружаем условия" count={3} tile={false} />}
          >
            {(known) =>
              known.control.status === 'on' ? (
                <Card title="Имя и пароль" aside={<span className={styles.small}>{newBoxText(known)}</span>}>
                  <Form terms={known} />
                </Card>
              ) : (
                <Locked reason={known.control.text} />
              )
            }
          </LoadedCard>
        </Stack>
        <Stack>{terms.data && <KeptCard keptDays={terms.data.kept_days} />}</Stack>
      </Columns>
    </>
  );
}

/** What a mailbox gives, and when. */
function Lead({ terms }: { terms: MailboxTerms | undefined }) {
  if (!terms) return <Skeleton width="16rem" />;
  if (terms.quota_bytes === null || terms.control.status === 'locked') return 'Сейчас завести его нельзя.';
  return keepTogether(`${sizeText(terms.quota_bytes)} для писем. Заработает сразу, как только создадите.`);
}

/** Why no mailbox can be created, and the way out. */
function Locked({ reason }: { reason: string }) {
  const { data: account } = useInternetAccount();
  const isInDebt = account !== undefined && isDebt(account.balance);
  return (
    <Card title="Почему нельзя">
      <div className={styles.body}>
        <p>{keepTogether(`${reason}.`)}</p>
        <div>{isInDebt ? <PayDebt /> : <SupportButton />}</div>
      </div>
    </Card>
  );
}

interface Refusal {
  readonly name?: string | undefined;
  readonly password?: string | undefined;
  readonly whole?: string | undefined;
}

function refusalOf(failure: Error): Refusal {
  const errors = failure instanceof ApiError ? failure.errors : {};
  const [name, password] = [errors['body.name'], errors['body.password']];
  if (name !== undefined || password !== undefined) return { name, password };
  return { whole: readable(failure.message, 'Не получилось. Повторите через минуту') };
}

function Form({ terms }: { terms: MailboxTerms }) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [domain, setDomain] = useState(terms.domains[0] ?? '');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<Refusal>({});
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useAction(contract.emailUser.create);
  const navigate = useNavigate();
  useEffect(() => focusFirstWrong(form.current), [refusal]);
  const broken = brokenRules(password, [...terms.own_words, ...ownWordsOf([name])]);
  const isFree = isZero(terms.price ?? '0.00');

  const create = (version?: string, onLost?: (failure: Error) => void): void => {
    setRefusal({});
    mutate(
      { body: { name, domain, password, ...(version !== undefined && { version }) } },
      {
        onSuccess: (told) => {
          saySuccess('Ящик создан', told.address);
          navigate(`/mail/${told.user_id}`);
        },
        onError: (failure) => {
          if (onLost && failure instanceof NetworkError) {
            onLost(failure);
            return;
          }
          setAsking(false);
          setRefusal(refusalOf(failure));
        },
      },
    );
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (broken.length > 0) form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
    else if (isFree) create(terms.version);
    else setAsking(true);
  };
  return (
    <DialogForm ref={form} onSubmit={submit}>
      {refusal.whole !== undefined && <Callout tone="bad" role="alert" title={`${refusal.whole}.`} />}
      <NameField label="Имя" value={name} domain={domain} error={refusal.name} onChange={setName} />
      <Domains domains={terms.domains} value={domain} onChange={setDomain} />
      <input type="hidden" name="username" autoComplete="username" value={`${name}@${domain}`} />
      <div className={styles.field}>
        <PasswordField
          label="Пароль"
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={refusal.password}
        />
        <PasswordRules broken={broken} isEmpty={password === ''} />
      </div>
      <div className={styles.actions}>
        <Button type="submit" busy={isPending} aria-disabled={name.trim() === '' || password === ''}>
          Создать ящик
        </Button>
      </div>
      {isAsking && (
        <Price address={`${name}@${domain}`} isBusy={isPending} onConfirm={create} onClose={() => setAsking(false)} />
      )}
    </DialogForm>
  );
}

interface DomainsProps {
  domains: readonly string[];
  value: string;
  onChange: (domain: string) => void;
}

function Domains({ domains, value, onChange }: DomainsProps) {
  if (domains.length < 2) return null;
  return (
    <Select label="Домен" value={value} onChange={({ target }) => onChange(target.value)}>
      {domains.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </Select>
  );
}

interface PriceProps {
  address: string;
  isBusy: boolean;
  onConfirm: OnConfirm;
  onClose: () => void;
}

/** What a mailbox with a price costs, before it is created. */
function Price({ address, isBusy, onConfirm, onClose }: PriceProps) {
  const preview = useQuery(previewQuery(contract.emailUser.preview, {}));
  return (
    <ChangeDialog
      title={`Создать ${address}?`}
      verb="Создать ящик"
      back="Не создавать"
      preview={preview}
      today={dayOf(now())}
      isBusy={isBusy}
      inDebt={false}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
