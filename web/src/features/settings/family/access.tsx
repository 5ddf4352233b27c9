import { useState } from 'react';
import { returnPath } from '@kabinet/contract/kernel/pages/return-path';
import { contract } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf } from '#web/lib/text/format.ts';
import { Link, useLocation, useNavigate } from '#web/lib/page/router.tsx';
import { Address } from '#web/ui/text/address.tsx';
import { Button, ButtonRow, TextButton } from '#web/ui/button/button.tsx';
import { Callout, Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { GlidingRows } from '#web/ui/text/gliding-rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { keyOf, saidOf, accessUseText, type ContractAccess } from './access.texts.ts';
import styles from '../settings.module.css';

/** /settings/access: whatever beside the password opens the contract. A recovery leads here if there is something new. */
export function AccessPart() {
  const { search } = useLocation();
  const isRecovered = new URLSearchParams(search).has('recovered');
  const { data, error, refetch } = useCall(contract.security.access, {});
  const [cutting, setCutting] = useState<readonly ContractAccess[]>([]);
  if (error && !data) {
    return (
      <Card title={NEW}>
        <ErrorBlock title="Не удалось узнать, кому открыт договор." onRetry={() => void refetch()}>
          Пароль и сеансы от этого не изменились.
        </ErrorBlock>
      </Card>
    );
  }
  return (
    <Stack>
      {isRecovered && (
        <Callout tone="ok" role="status" title="Пароль новый, на других устройствах кабинет закрыт.">
          Ключи, доступы и контакты остались. Если что-то из них добавили не вы, удалите.
        </Callout>
      )}
      {data ? (
        <Both items={data.items} isRecovered={isRecovered} onCut={setCutting} />
      ) : (
        <Card title={NEW}>
          <SkeletonRows label="Загружаем, кому открыт договор" />
        </Card>
      )}
      <p className={styles.note}>
        Где открыт кабинет и включён ли второй шаг, видно в разделе <Link to="/settings/security">«Безопасность»</Link>.
      </p>
      <RemoveDialog list={cutting} onClose={() => setCutting([])} />
    </Stack>
  );
}

const NEW = 'Появилось за 30 дней';

interface BothProps {
  items: readonly ContractAccess[];
  isRecovered: boolean;
  onCut: (list: readonly ContractAccess[]) => void;
}

function Both({ items, ...rest }: BothProps) {
  const former = items.filter((one) => !isFresh(one));
  return (
    <>
      <Fresh list={items.filter(isFresh)} {...rest} />
      {former.length > 0 && (
        <Card title="Остальное">
          <List list={former} onCut={rest.onCut} />
        </Card>
      )}
    </>
  );
}

const isFresh = ({ is_new: isNew, is_proven: isProven }: ContractAccess): boolean => isNew && !isProven;

interface ListProps {
  list: readonly ContractAccess[];
  onCut: (list: readonly ContractAccess[]) => void;
}

function Fresh({ list, isRecovered, onCut }: ListProps & { isRecovered: boolean }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const leave = (): void => navigate(returnPath(new URLSearchParams(search).get('return')) ?? '/');
  const all = list.filter(({ why_kept: why }) => why === null);
  const goOn = isRecovered && (
    <Button look={list.length === 0 ? 'solid' : 'plain'} onClick={leave}>
      {list.length === 0 ? 'Дальше' : 'Всё моё'}
    </Button>
  );
  return (
    <Card title={NEW}>
      {list.length === 0 ? (
        <Empty icon="lock" title="Нового ничего нет">
          За 30 дней в&nbsp;договоре не&nbsp;появилось ни&nbsp;ключей, ни&nbsp;доступов, ни&nbsp;контактов.
        </Empty>
      ) : (
        <List list={list} onCut={onCut} />
      )}
      {(all.length > 1 || goOn !== false) && (
        <div className={styles.others}>
          <ButtonRow>
            {all.length > 1 && (
              <Button look="cut" onClick={() => onCut(all)}>
                Удалить всё это: {all.length}
              </Button>
            )}
            {goOn}
          </ButtonRow>
        </div>
      )}
    </Card>
  );
}

const List = ({ list, onCut }: ListProps) => (
  <GlidingRows>
    {list.map((one) => (
      <Row key={keyOf(one)} one={one} onCut={() => onCut([one])} />
    ))}
  </GlidingRows>
);

function Row({ one, onCut }: { one: ContractAccess; onCut: () => void }) {
  const { icon, title, opens } = saidOf(one);
  const { why_kept: why, is_proven: isProven } = one;
  return (
    <div className={styles.place}>
      <Tile icon={icon} />
      <span>
        <b>
          <Address>{title}</Address>
        </b>
        <small>{opens}</small>
        <small>{accessUseText(one, dayOf(now()))}</small>
        {why !== null && <small>{why}.</small>}
        {isProven && (
          <State tone="ok" quiet>
            Сюда пришёл код
          </State>
        )}
      </span>
      {why === null && (
        <TextButton aria-label={`Удалить: ${title}`} onClick={onCut}>
          Удалить
        </TextButton>
      )}
    </div>
  );
}

function RemoveDialog({ list, onClose }: { list: readonly ContractAccess[]; onClose: () => void }) {
  const { mutate, isPending } = useAction(contract.security.removeAccess);
  const remove = (): void =>
    mutate(
      { body: { items: list.map(({ item }) => item) } },
      {
        onSuccess: ({ removed, kept }) => {
          onClose();
          const said = `${counted(removed, 'доступ закрыт', 'доступа закрыты', 'доступов закрыты')} сразу`;
          saySuccess(kept.length > 0 ? 'Удалили не всё' : 'Удалили', [said, ...kept].join('. '));
        },
        onError: (failure) => sayError(failure, 'Удалить не получилось. Повторите через минуту'),
      },
    );
  const [first] = list;
  return (
    <CutDialog
      open={first !== undefined}
      title={list.length > 1 ? `Удалить всё новое: ${list.length}?` : 'Удалить?'}
      cut="Удалить"
      busy={isPending}
      onCut={remove}
      onClose={onClose}
    >
      <p>Перестанет действовать сразу, вернуть нельзя, можно только добавить заново:</p>
      <ul>
        {list.map((one) => (
          <li key={keyOf(one)}>{saidOf(one).title}</li>
        ))}
      </ul>
    </CutDialog>
  );
}
