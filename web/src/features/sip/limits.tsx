import { useRef, useState, type SubmitEvent } from 'react';
import { typedRubles } from '@kabinet/contract/kernel/money';
import { ApiError } from '#web/api/api-error.ts';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, keepTogether, monthText, rubles } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { fromKopecks, toKopecks } from '#web/shared/money/account-sums.ts';
import { Button, ButtonRow, TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { focusFirstWrong, MoneyField } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from './sip.module.css';
import type { SipLimits, SipLine } from './sip.texts.ts';

interface LimitsProps {
  line: SipLine;
  limits: SipLimits;
}

interface CardProps extends LimitsProps {
  /** False: nobody can call by this line now. */
  isWorking?: boolean;
}

const NAMES = { month: 'за месяц', day: 'за день' } as const;

/** The period of a spent sum: «за ноябрь», «сегодня». */
const ofNow = (by: 'month' | 'day', today: string): string =>
  by === 'day' ? 'сегодня' : `за\u00a0${monthText(today, today).toLowerCase()}`;

/** What has been spent of the limits, where the client is warned, and where paid calls stop. */
export function LimitsCard({ line, limits, isWorking = true }: CardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Лимит на звонки" aside={<TextButton onClick={() => setOpen(true)}>Изменить</TextButton>}>
      <div className={styles.limits}>
        {limits.stopped && <Stopped stopped={limits.stopped} />}
        <div className={styles.meters}>
          <Meter of={limits.month} by="month" />
          <Meter of={limits.day} by="day" />
        </div>
        <p className={styles.muted}>
          {keepTogether(
            isWorking
              ? 'На 80 % предупредим, на лимите закроем платные звонки. Вам смогут звонить как прежде, экстренные номера работают всегда. Звонок считаем, когда он закончился.'
              : 'Пока линия не работает, звонков нет. Лимит сохраним.',
          )}
        </p>
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Изменить лимит">
        {isOpen && <LimitsForm line={line} limits={limits} onClose={() => setOpen(false)} />}
      </Dialog>
    </Card>
  );
}

function Stopped({ stopped: { by, until } }: { stopped: NonNullable<SipLimits['stopped']> }) {
  const day = dayText(dayOf(until), dayOf(now()));
  return (
    <Callout tone="bad" title={`Лимит ${NAMES[by]} кончился.`}>
      {keepTogether(
        `Платные звонки закрыты до ${day}. Если звонили не вы, получите новый пароль; если вы — поднимите лимит.`,
      )}
    </Callout>
  );
}

function Meter({ of: { limit, spent, warned_at: warnedAt }, by }: { of: SipLimits['month']; by: 'month' | 'day' }) {
  const [all, used] = [toKopecks(limit), toKopecks(spent)];
  const share = Math.min(100, (used / all) * 100);
  const left = fromKopecks(Math.max(0, all - used));
  return (
    <div>
      <p className={styles.big}>
        {rubles(spent)} <small>{`из\u00a0${rubles(limit)} ${ofNow(by, dayOf(now()))}`}</small>
      </p>
      <div
        className={styles.meter}
        role="meter"
        aria-label={`Потрачено ${rubles(spent)} из ${rubles(limit)} ${NAMES[by]}, предупредим на ${rubles(warnedAt)}`}
        aria-valuemin={0}
        aria-valuemax={all / 100}
        aria-valuenow={Math.min(used, all) / 100}
        data-near={share >= 90 || undefined}
      >
        <i style={{ width: `${share}%` }} />
        <span />
      </div>
      <p className={styles.marks}>
        <span>{`Осталось ${rubles(left)}`}</span>
        <span>{`${used < toKopecks(warnedAt) ? 'Предупредим' : 'Предупредили'} на\u00a0${rubles(warnedAt)}`}</span>
      </p>
    </div>
  );
}

type Wrong = Readonly<Record<'month' | 'day', string | undefined>>;

function useLimits(line: SipLine, onClose: () => void) {
  const lower = useAction(contract.sipUser.lowerLimits);
  const raise = useAction(contract.sipUser.raiseLimits);
  const [wrong, setWrong] = useState<Wrong>({ month: undefined, day: undefined });
  const refuse = (failure: Error): void => {
    const { 'body.month': month, 'body.day': day } = failure instanceof ApiError ? failure.errors : {};
    const whole = readable(failure.message, 'Не получилось. Повторите через минуту');
    setWrong({ month: month ?? (day === undefined ? whole : undefined), day });
  };
  const save = (month: string, day: string, isRaising: boolean): void =>
    (isRaising ? raise : lower).mutate(
      { body: { user_id: line.user_id, month, day } },
      {
        onSuccess: () => {
          saySuccess('Лимит изменён', `${rubles(month)} за месяц, ${rubles(day)} за день`);
          onClose();
        },
        onError: refuse,
      },
    );
  return { save, wrong, setWrong, isPending: lower.isPending || raise.isPending };
}

const EMPTY = 'Напишите сумму цифрами';

function LimitsForm({ line, limits, onClose }: LimitsProps & { onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [month, setMonth] = useState(Number(limits.month.limit).toString());
  const [day, setDay] = useState(Number(limits.day.limit).toString());
  const { save, wrong, setWrong, isPending } = useLimits(line, onClose);
  const sums = { month: typedRubles(month), day: typedRubles(day) };
  const isRaising = isHigher(sums.month, limits.month.limit) || isHigher(sums.day, limits.day.limit);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (sums.month !== undefined && sums.day !== undefined) {
      save(fromKopecks(sums.month), fromKopecks(sums.day), isRaising);
      return;
    }
    setWrong({ month: sums.month === undefined ? EMPTY : undefined, day: sums.day === undefined ? EMPTY : undefined });
    setTimeout(() => focusFirstWrong(form.current));
  };
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      <MoneyField
        label="За месяц"
        name="month"
        value={month}
        onChange={setMonth}
        error={wrong.month}
        hint={keepTogether(`Не больше ${rubles(limits.most)}. Выше ставит только поддержка.`)}
      />
      <MoneyField label="За день" name="day" value={day} onChange={setDay} error={wrong.day} />
      <p className={styles.muted}>
        {keepTogether(
          isRaising
            ? 'Повышение подтвердите паролем от кабинета. Чем выше лимит, тем дороже обойдётся украденный пароль линии.'
            : 'Новый лимит действует сразу. Если потрачено больше, платные звонки закроем тоже сразу.',
        )}
      </p>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          {isRaising ? 'Поднять лимит' : 'Сохранить'}
        </Button>
        <Button look="plain" onClick={onClose}>
          Не менять
        </Button>
      </ButtonRow>
    </form>
  );
}

const isHigher = (sum: number | undefined, limit: string): boolean => sum !== undefined && sum > toKopecks(limit);
