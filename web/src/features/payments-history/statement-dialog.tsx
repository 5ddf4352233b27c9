import { useState } from 'react';
import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { useDocument } from '#web/shared/page/open-document.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Chips, Ways } from '#web/ui/field/choice.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { accounts, type AccountLetter } from './accounts.ts';
import { FormerDocuments } from './former-documents.tsx';
import { DocIcon } from './doc-icon.tsx';
import styles from './history.module.css';

const PERIODS = [
  { value: 'month', text: 'Этот месяц' },
  { value: 'last', text: 'Прошлый' },
  { value: 'quarter', text: '3 месяца' },
  { value: 'year', text: 'Год' },
  { value: 'own', text: 'Свои даты' },
] as const;

const FORMATS = [
  { value: 'pdf', title: 'PDF', note: 'Прочитать, распечатать, отправить' },
  { value: 'csv', title: 'CSV', note: 'Открыть в Excel и посчитать' },
] as const;

type Period = (typeof PERIODS)[number]['value'];
type Days = readonly [from: string, until: string];

/** The first and last day of a ready-made period, inclusive. */
export function daysOf(period: Exclude<Period, 'own'>, today: string): Days {
  const first = `${today.slice(0, 7)}-01` as Day;
  if (period === 'month') return [first, today];
  if (period === 'quarter') return [addMonths(first, -2), today];
  if (period === 'year') return [addMonths(first, -11), today];
  return [addMonths(first, -1), addMonths(first, -1, 31)];
}

/** A statement of the account: choice of days and format. */
export function StatementDialog({ p, open, onClose }: { p: AccountLetter; open: boolean; onClose: () => void }) {
  const today = dayOf(now());
  const [period, setPeriod] = useState<Period>('month');
  const [own, setOwn] = useState<Days>([`${today.slice(0, 7)}-01`, today]);
  const [format, setFormat] = useState<'pdf' | 'csv'>('pdf');
  const document = useDocument();
  const [from, until] = period === 'own' ? own : daysOf(period, today);
  const error = faultOf(from, until);
  const past = { today, max: today, whyMax: 'в\u00a0выписке только прошедшие дни' };
  const get = () => document.open({ kind: 'statement', p, from, until, format }, onClose);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Выписка по\u00a0счёту «${accounts[p].name}»`}
      actions={
        <Button busy={document.isPending} aria-disabled={error !== undefined} onClick={get}>
          <DocIcon name="download" />
          {format === 'pdf' ? 'Получить PDF' : 'Получить CSV'}
        </Button>
      }
    >
      <Chips label="За какое время" options={PERIODS} value={period} onChange={setPeriod} />
      {period === 'own' && (
        <div className={styles.days}>
          <DateField {...past} label="С какого дня" value={from} onChange={(day) => setOwn([day, until])} />
          <DateField
            {...past}
            label="По какой день"
            value={until}
            error={error}
            onChange={(day) => setOwn([from, day])}
          />
        </div>
      )}
      <Ways legend="В каком виде" name="format" options={FORMATS} value={format} onChange={setFormat} />
      {open && <FormerDocuments />}
    </Dialog>
  );
}

/** The most months in one statement; the server checks this, too. */
const MOST_MONTHS = 36;

function faultOf(from: string, until: string): string | undefined {
  if (from === '' || until === '') return 'Выберите обе даты';
  if (until < from) return 'Последний день раньше первого';
  if (until >= addMonths(from as Day, MOST_MONTHS)) return `Не больше ${MOST_MONTHS} месяцев за раз`;
  return undefined;
}
