import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, days, dayText, keepTogether } from '#web/lib/text/format.ts';
import { useNavigate } from '#web/lib/page/router.tsx';
import { Address } from '#web/ui/text/address.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { nameOf, sizeText, useMailboxes, type ListedBox, type Mailbox } from './mail-data.ts';
import styles from './mail.module.css';

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Deletes the mailbox after one more question that names the last day to restore it. */
export function RemoveCard({ box }: { box: Mailbox }) {
  const [isOpen, setOpen] = useState(false);
  const today = dayOf(now());
  const lastDay = dayText(dayAfter(today, box.kept_days), today);
  if (box.state === 'closed') return null;
  return (
    <Card title="Удалить этот ящик">
      <div className={styles.body}>
        <p className={styles.small}>
          {box.remove.status === 'locked'
            ? `${box.remove.text}.`
            : keepTogether(`До ${lastDay} сможете вернуть его вместе с письмами.`)}
        </p>
        <Button look="cut" size="sm" wide aria-disabled={box.remove.status === 'locked'} onClick={() => setOpen(true)}>
          {`Удалить ${nameOf(box.address)}`}
        </Button>
      </div>
      {isOpen && <Removing box={box} lastDay={lastDay} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Removing({ box, lastDay, onClose }: { box: Mailbox; lastDay: string; onClose: () => void }) {
  const { mutate, isPending } = useAction(contract.emailUser.remove);
  const navigate = useNavigate();
  const remove = (): void =>
    mutate(
      { params: { id: String(box.user_id) } },
      {
        onSuccess: () => {
          saySuccess('Ящик удалён', `Вернуть его можно до\u00a0${lastDay}`);
          onClose();
          navigate(`/mail/${box.user_id}`);
        },
        onError: (failure) => {
          sayError(failure, 'Повторите через минуту', 'Ящик не удалён');
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Удалить <Address>{box.address}</Address>?
        </>
      }
      actions={
        <>
          <Button look="cut" busy={isPending} onClick={remove}>
            Удалить ящик
          </Button>
          <Button look="plain" onClick={onClose}>
            Оставить
          </Button>
        </>
      }
    >
      <div className={styles.facts}>
        <KeyValues
          list={[
            ['Когда', 'сейчас: почта закроется на\u00a0всех устройствах'],
            ['Новые письма', 'вернутся отправителям'],
            ['Ваши письма', `${sizeText(box.used_bytes)}, храним до\u00a0${lastDay}`],
            box.aliases.length > 0 && [
              'Другие имена',
              <ul key="names">
                {box.aliases.map((name) => (
                  <li key={name}>
                    <Address>{name}</Address>
                  </li>
                ))}
              </ul>,
            ],
            ['Вернуть', `до\u00a0${lastDay} вместе с\u00a0письмами и\u00a0паролем`],
          ]}
        />
      </div>
    </Dialog>
  );
}

/** Deleted mailboxes, each with the days that are left to restore it. */
export function KeptCard({ keptDays }: { keptDays: number }) {
  const { data = [] } = useMailboxes();
  const kept = data.filter(({ kept_until }) => kept_until !== null);
  if (kept.length === 0) return null;
  return (
    <Card title="Можно вернуть">
      {kept.map((box) => (
        <Kept key={box.user_id} box={box} keptDays={keptDays} />
      ))}
    </Card>
  );
}

function Kept({ box: { user_id, address, kept_until }, keptDays }: { box: ListedBox; keptDays: number }) {
  const { mutate, isPending } = useAction(contract.emailUser.restore);
  const navigate = useNavigate();
  const today = dayOf(now());
  const lastDay = kept_until ?? today;
  const left = Math.max(0, daysBetween(today, lastDay));
  const restore = (): void =>
    mutate(
      { body: { user_id } },
      {
        onSuccess: () => {
          saySuccess('Ящик вернули', `${address} снова принимает письма`);
          navigate(`/mail/${user_id}`);
        },
        onError: (failure) => sayError(failure, 'Повторите через минуту', 'Ящик не вернулся'),
      },
    );
  return (
    <div className={styles.kept}>
      <div className={styles.body}>
        <div className={styles.things}>
          <b>
            <Address>{address}</Address>
          </b>
          <p className={styles.small}>
            {keepTogether(`Письма и имя храним до ${dayText(lastDay, today)}, потом вернуть не сможем.`)}
          </p>
        </div>
        <p className={styles.left}>
          <span>Осталось</span>
          <b>{left === 0 ? 'последний день' : days(left)}</b>
        </p>
        <Ruler ticks={keptDays} paid={left} on="card" low />
        <Button look="soft" size="sm" wide busy={isPending} onClick={restore}>
          Вернуть ящик
        </Button>
      </div>
    </div>
  );
}
