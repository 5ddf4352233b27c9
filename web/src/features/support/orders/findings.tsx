import { openSheet } from '#web/lib/page/sheet.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import { CheckRows } from '#web/shared/diagnosis/check-rows.tsx';
import type { Diagnosis } from '#web/shared/diagnosis/diagnosis-data.ts';
import { PayDebt } from '#web/shared/service/page/service-trouble.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import styles from '../support.module.css';

/** The steps of the check, as the sheet «Не работает» has them, and the way to its cure. */
export function Findings({ checked: { checks, finding, service } }: { checked: Diagnosis }) {
  const rows = checks.map(({ ok, title, value }) => ({ title, value, state: ok ? ('ok' as const) : ('bad' as const) }));
  // A question about a payment or a move has no service that could be broken.
  if (service === null && finding.cause === 'none') return null;
  return (
    <Card title={finding.cause === 'none' ? 'Причину не нашли' : 'Проверили сами'}>
      <CheckRows rows={rows} />
      <p className={styles.note}>{keepTogether(finding.lead)}.</p>
      <Cure finding={finding} service={service} />
      <p className={styles.note}>Приложим к&nbsp;заявке: повторять это по&nbsp;телефону не&nbsp;придётся.</p>
    </Card>
  );
}

/** A debt is paid; what else can be cured, the sheet «Не работает» cures. */
function Cure({ finding: { cause }, service }: Pick<Diagnosis, 'finding' | 'service'>) {
  if (service === null || cause === 'none') return null;
  if (cause === 'debt') {
    return (
      <div className={styles.cure}>
        <PayDebt p={service.account} />
      </div>
    );
  }
  const open = (): void =>
    openSheet({
      name: 'trouble',
      userId: service.user_id ?? undefined,
      phoneNumber: service.phone_number ?? undefined,
    });
  return (
    <div className={styles.cure}>
      <Button look="soft" onClick={open}>
        Исправить сейчас
      </Button>
    </div>
  );
}

/** What a router that is switched off and on does not change. */
const NOT_OF_ROUTER: ReadonlySet<Diagnosis['finding']['cause']> = new Set([
  'debt',
  'login_locked',
  'schedule',
  'operator',
  'abuse',
  'paused',
  'closed',
  'incident',
]);

export const mayHelp = ({ finding }: Diagnosis): boolean => !NOT_OF_ROUTER.has(finding.cause);

/** The heading of a new order once it is checked: the finding, if there is one. */
export const findingOf = ({ finding }: Diagnosis): string | undefined =>
  finding.cause === 'none' ? undefined : finding.title;
