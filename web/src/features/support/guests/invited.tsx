import { useState, type ReactNode } from 'react';
import { ROLE_MEANS, ROLE_OF } from '@kabinet/contract/kernel/sharing';
import { send } from '#web/api/client.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { isGuest } from '#web/api/session.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, keepTogether, momentText } from '#web/lib/text/format.ts';
import { useRole } from '#web/shared/data/role.ts';
import { openContract } from '#web/shared/frame/client/open-contract.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { Button, ButtonRow, LinkButton, TextButton } from '#web/ui/button/button.tsx';
import { Callout, Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { EnterForm } from './enter-form.tsx';
import styles from './guests.module.css';
import { LinkOver } from './link-over.tsx';
import { linkSecret } from './link-secret.ts';
import { isLinkOver, useLink } from './use-link.ts';

type Offer = Wire<typeof contract.invitation.look>;

/** /support/invited: somebody opens an invitation that came by a text message or a letter. */
export function Invited() {
  const [secret] = useState(linkSecret);
  if (secret === '') return <LinkOver what="invitation" />;
  return isGuest() ? <AsGuest secret={secret} /> : <AsClient secret={secret} />;
}

function AsGuest({ secret }: { secret: string }) {
  const { found: offer, setFound: setOffer, error, again } = useLink(look, secret);
  const [isRefused, setRefused] = useState(false);
  if (isRefused) return <Refused />;
  if (isLinkOver(error)) return <LinkOver what="invitation" />;
  if (error) return <ErrorBlock alone title="Не удалось открыть приглашение." onRetry={again} />;
  if (!offer) return <SkeletonRows label="Открываем приглашение" />;
  return (
    <Offered offer={offer} secret={secret} onRefused={() => setRefused(true)}>
      <EnterForm offer={offer} secret={secret} onSent={setOffer} />
    </Offered>
  );
}

const look = (secret: string): Promise<Offer> => send(contract.invitation.look, { body: { secret } });

interface OfferedProps {
  offer: Offer;
  secret: string;
  onRefused: () => void;
  children: ReactNode;
}

function Offered({
  offer: { name, role, contact, until_day: until, expires_at },
  secret,
  onRefused,
  children,
}: OfferedProps) {
  const { may, mayNot } = ROLE_MEANS[role];
  return (
    <>
      <PageHead
        title={keepTogether(`${name} открывает вам свой договор`)}
        lead="Своего договора не нужно: у вас будет свой вход."
        tab="Приглашение"
      />
      <Stack>
        <Card title="Как войти">
          <KeyValues
            list={[
              ['Ваш логин', contact],
              ['Вам дают', ROLE_OF[role]],
              until !== null && ['Доступ закроется', `${dayText(until, dayOf(now()))}, 00:00`],
              ['Ответить до', momentText(expires_at, dayOf(now()))],
            ]}
          />
          <div className={styles.enter}>{children}</div>
        </Card>
        <Card title="Что вы сможете">
          <div className={styles.terms}>
            <p>
              <b>Можно</b> {keepTogether(may)}.
            </p>
            <p>
              <b>Нельзя</b> {keepTogether(mayNot)}.
            </p>
            <p>
              Договор и&nbsp;долги по&nbsp;нему остаются за&nbsp;владельцем. Отказаться от&nbsp;доступа можно
              в&nbsp;любой день.
            </p>
          </div>
        </Card>
        <Refusal secret={secret} onRefused={onRefused} />
      </Stack>
    </>
  );
}

function Refusal({ secret, onRefused }: Pick<OfferedProps, 'secret' | 'onRefused'>) {
  const { mutate, isPending } = useAction(contract.invitation.refuse);
  const refuse = (): void =>
    mutate(
      { body: { secret } },
      {
        onSuccess: onRefused,
        onError: (failure) => sayError(failure, 'Отказаться не получилось. Повторите через минуту'),
      },
    );
  return (
    <p className={styles.refusal}>
      Не&nbsp;знаете, кто это?{' '}
      <TextButton disabled={isPending} onClick={refuse}>
        Отказаться
      </TextButton>
      , и&nbsp;ссылка закроется.
    </p>
  );
}

const Refused = () => (
  <>
    <PageHead title="Вы отказались" tab="Приглашение" />
    <Card>
      <Empty icon="circle-check" title="Приглашение закрыто">
        Ссылка больше не&nbsp;действует. Владелец договора узнает, что вы&nbsp;отказались.
      </Empty>
    </Card>
  </>
);

/** Who has signed in accepts in his settings, from his own sign-in. */
function AsClient({ secret }: { secret: string }) {
  const role = useRole();
  const [isBusy, setBusy] = useState(false);
  const path = `/settings/family#${encodeURIComponent(secret)}`;
  const isOwn = role === undefined || role === 'none';
  const open = (): void => {
    setBusy(true);
    openContract(null, path).catch((failure: unknown) => {
      setBusy(false);
      sayError(failure, 'Не получилось. Повторите через минуту');
    });
  };
  return (
    <>
      <PageHead title="Вам пришло приглашение" lead="Вы уже вошли, поэтому новый вход не нужен." tab="Приглашение" />
      <Card>
        <Callout title="Посмотрите, чей это договор.">
          Покажем, что в&nbsp;нём можно, и&nbsp;только потом спросим согласия.
        </Callout>
        <div className={styles.enter}>
          <ButtonRow>
            {isOwn ? (
              <LinkButton to={path}>Посмотреть приглашение</LinkButton>
            ) : (
              <Button busy={isBusy} onClick={open}>
                Посмотреть приглашение
              </Button>
            )}
          </ButtonRow>
        </div>
      </Card>
    </>
  );
}
