import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { counted, keepTogether, plural } from '#web/lib/text/format.ts';
import { useState } from 'react';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Passkeys } from '../entry/passkeys.tsx';
import { PasswordDialog } from '../entry/password-dialog.tsx';
import styles from '../settings.module.css';
import { AddContract } from './family-add.tsx';
import { OtherContracts } from './family-others.tsx';

type Ways = Wire<typeof contract.security.get>;

/** Home of a person without a contract: how she signs in, if that is not chosen yet, then the contracts that are open to her. */
export function OwnSignIn() {
  const { data: ways, error, refetch } = useCall(contract.security.get, {});
  const { data: contracts } = useCall(contract.family.contracts, {});
  if (error && !ways) return <ErrorBlock alone title="Не удалось загрузить ваш вход." onRetry={() => void refetch()} />;
  if (!ways || !contracts) return <SkeletonRows label="Открываем ваш вход" />;
  const others = contracts.filter(({ share_id: share }) => share !== null).length;
  if (hasNoWay(ways)) return <ChooseWay ways={ways} />;
  return <Openable others={others} />;
}

const hasNoWay = ({ password, passkeys }: Ways): boolean => password.changed_at === null && passkeys.length === 0;

function Openable({ others }: { others: number }) {
  return (
    <>
      <PageHead title={openedText(others)} lead={LEAD[others > 0 ? 'some' : 'none']} tab="Главная" />
      <Columns>
        <Stack>
          {others > 0 ? (
            <OtherContracts />
          ) : (
            <Card>
              <Empty icon="lock" title="Вас ещё никуда не пригласили">
                Или доступ закрыли. Попросите владельца договора пригласить вас по&nbsp;тому&nbsp;же номеру или адресу.
              </Empty>
            </Card>
          )}
        </Stack>
        <Stack>
          <AddContract />
        </Stack>
      </Columns>
    </>
  );
}

const LEAD = {
  some: 'Своего договора у\u00a0вас нет, поэтому здесь только то, что открыли другие.',
  none: 'Ваш вход остаётся за\u00a0вами: он\u00a0пригодится, когда вас пригласят.',
} as const;

const openedText = (count: number): string =>
  count === 0
    ? 'Сейчас вам ничего не открыто'
    : keepTogether(
        `Вам ${plural(count, 'открыт', 'открыты', 'открыто')} ${counted(count, 'договор', 'договора', 'договоров')}`,
      );

/** She has proved her contact; without a password or a passkey she could not come back. */
function ChooseWay({ ways }: { ways: Ways }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PageHead
        title="Осталось выбрать, как входить"
        lead="Добавьте ключ этого устройства или придумайте пароль: без них в&nbsp;следующий раз не&nbsp;войти."
        tab="Главная"
      />
      <Stack>
        <Passkeys {...ways} />
        <Card title="Пароль">
          <p className={styles.lead}>Логин — номер или адрес, на&nbsp;который пришло приглашение.</p>
          <Button look="line" onClick={() => setOpen(true)}>
            Придумать пароль
          </Button>
        </Card>
      </Stack>
      <PasswordDialog open={isOpen} policy={ways.password} onClose={() => setOpen(false)} />
    </>
  );
}
