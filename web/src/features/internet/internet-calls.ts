import type { Params } from '@kabinet/contract/kernel/call/route-pattern';
import { asked, type ScreenCall } from '#web/api/page-data.ts';
import { contract } from '#web/api/contract.ts';

/** The calls of a page of internet, which the server makes for it. The access schedule, far below, has drafts on the device. */
export function internetCalls({ user_id: id = '' }: Params): ScreenCall[] {
  return [
    asked(contract.plan.options, { params: { id } }),
    asked(contract.user.allowedDrawPrograms, { params: { id } }),
    asked(contract.internetContract.allowedDrawPrograms, {}),
    asked(contract.user.passwordPolicy, { params: { id } }),
    asked(contract.internetUser.autoAuth, { params: { id } }),
    asked(contract.suspension.get, { params: { id } }),
    asked(contract.promisedPayment.inDebt, {}),
  ];
}
