import { ROLE_MEANS, ROLE_OF, type ShareRole } from '@kabinet/contract/kernel/sharing';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { PageHead } from './page-head.tsx';

/** Instead of a page that the role does not open. */
export function NotInRole({ role }: { role: ShareRole }) {
  return (
    <>
      <PageHead title="Эта страница вам не открыта" />
      <Card>
        <Empty icon="lock" title={`У вас ${ROLE_OF[role]}`} action={<LinkButton to="/">На главную</LinkButton>}>
          С&nbsp;ним нельзя {ROLE_MEANS[role].mayNot}. Если нужно больше, попросите владельца договора.
        </Empty>
      </Card>
    </>
  );
}
