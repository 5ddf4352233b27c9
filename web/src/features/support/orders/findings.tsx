import { openSheet } from '#web/lib/page/sheet.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import { CheckRows } from '#web/shared/diagnosis/check-rows.tsx';
import type { Diagnosis } from '#web/shared/diagnosis/diagnosis-data.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import styles from '../support.module.css';

/** The steps of the check, as the sheet «Не работает» has them, and the way to its cure. */
export function Findings({ checked: { checks, finding, service } }: { checked: Diagnosis }) {
  const rows = checks.map(({ ok, title, value }) => ({ title, value, state: ok ? ('ok' as const) : ('bad' as const) }));
  const open = (): void =>
    openSheet({
      name: 'trouble',
      userId: service?.user_id ?? undefined,
      phoneNumber: service?.phone_number ?? undefined,
    });
  return (
    <Card title={finding.cause === 'none' ? 'Причину не нашли' : 'Проверили сами'}>
      <CheckRows rows={rows} />
      <p className={styles.note}>{keepTogether(finding.lead)}.</p>
      {service !== null && finding.cause !== 'none' && (
        <Button look="soft" onClick={open}>
          Исправить сейчас
        </Button>
      )}
      <p className={styles.note}>Приложим к&nbsp;заявке: повторять это по&nbsp;телефону не&nbsp;придётся.</p>
    </Card>
  );
}

/** The heading of a new order once it is checked: the finding, if there is one. */
export const findingOf = ({ finding }: Diagnosis): string | undefined =>
  finding.cause === 'none' ? undefined : finding.title;
