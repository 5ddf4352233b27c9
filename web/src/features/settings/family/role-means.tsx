import { ROLE_MEANS, type ShareRole } from '@kabinet/contract/kernel/sharing';
import { keepTogether } from '#web/lib/text/format.ts';

/** What one may do with a contract in this role, and what not. */
export function RoleMeans({ role }: { role: ShareRole }) {
  const { may, mayNot } = ROLE_MEANS[role];
  return (
    <div>
      <p>
        <b>Можно</b> {keepTogether(may)}.
      </p>
      <p>
        <b>Нельзя</b> {keepTogether(mayNot)}.
      </p>
    </div>
  );
}
