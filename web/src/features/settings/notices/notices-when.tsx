import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { range } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Switch } from '#web/ui/field/choice.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Select } from '#web/ui/field/field.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from './notices.module.css';

type Settings = Wire<typeof contract.notice.settings>;

const failed = (failure: Error) => sayError(failure, 'Настройка не сохранилась. Повторите через минуту');

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Quiet hours, and news. */
export function NoticesWhen({ settings: { quiet, news } }: { settings: Settings }) {
  const hours = useAction(contract.notice.quietHours);
  const info = useAction(contract.notice.productInfo);
  const [edited, setEdited] = useState<{ from: number; until: number }>();
  const set = (change: Partial<Settings['quiet']>, then?: () => void): void =>
    hours.mutate({ body: { ...quiet, ...change } }, { onError: failed, ...(then && { onSuccess: then }) });
  const title = `Тихие часы, ${range(hourText(quiet.from), hourText(quiet.until))}`;
  return (
    <Card title="Когда молчим">
      <Rows>
        <div className={styles.line}>
          <span>
            <b>{title}</b>
            <small>
              СМС, чаты и браузер подождут до&nbsp;утра. Сразу приходят коды, вход и&nbsp;«мастер в&nbsp;пути».
            </small>
            <Button look="plain" size="sm" onClick={() => setEdited({ from: quiet.from, until: quiet.until })}>
              Изменить часы
            </Button>
          </span>
          <Switch label={title} on={quiet.is_on} onChange={(isOn) => set({ is_on: isOn })} />
        </div>
        <div className={styles.line}>
          <span>
            <b>Новости и скидки</b>
            <small>Без них вы ничего важного не&nbsp;пропустите.</small>
          </span>
          {news.needs_consent && !news.is_on ? (
            <Link to="/settings/consents">Нужно согласие</Link>
          ) : (
            <Switch
              label="Новости и скидки"
              on={news.is_on}
              onChange={(isOn) =>
                info.mutate({ params: { product: news.product }, body: { is_on: isOn } }, { onError: failed })
              }
            />
          )}
        </div>
      </Rows>
      <Dialog
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title="Когда молчать"
        actions={
          <ButtonRow stacked>
            <Button
              busy={hours.isPending}
              onClick={() => edited && set({ ...edited, is_on: true }, () => setEdited(undefined))}
            >
              Сохранить
            </Button>
            <Button look="plain" onClick={() => setEdited(undefined)}>
              Не менять
            </Button>
          </ButtonRow>
        }
      >
        {edited && (
          <div className={styles.hours}>
            <HourSelect label="С" value={edited.from} onChange={(from) => setEdited({ ...edited, from })} />
            <HourSelect label="До" value={edited.until} onChange={(until) => setEdited({ ...edited, until })} />
          </div>
        )}
      </Dialog>
    </Card>
  );
}

const HourSelect = ({ label, value, onChange }: { label: string; value: number; onChange: (hour: number) => void }) => (
  <Select label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
    {HOURS.map((hour) => (
      <option key={hour} value={hour}>
        {hourText(hour)}
      </option>
    ))}
  </Select>
);
