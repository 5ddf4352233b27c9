import { operatorContract } from '@kabinet/contract/staff';
import { fileOfOrder } from '#server/domain/support/files/file.queries.ts';
import { keepFile } from '#server/domain/support/files/keep-file.ts';
import { orderById } from '#server/domain/support/order/order.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import { atOf } from '../at.ts';
import { demandOwnOrder } from './who.ts';

const { addFile, openFile } = operatorContract.orders;

/** Both wait for the store of files, so neither holds a transaction meanwhile. */
export const fileHandlers = {
  addFile: withoutTransaction<typeof addFile>(
    async ({ body: { order_id: orderId, done_at: doneAt, ...file } }, scope) => {
      const contractId = await scope.db.read(async (tx) => {
        await demandOwnOrder({ ...scope, db: tx }, addFile, orderId, doneAt);
        return (await orderById(tx, orderId))?.contract_id;
      });
      if (contractId === undefined) throw new Problem('order_unknown');
      return keepFile(scope, { contractId, byStaff: true, ...file }, atOf(scope));
    },
  ),
  openFile: withoutTransaction<typeof openFile>(async ({ query }, scope) => {
    const file = await scope.db.read(async (tx) => {
      await demandOwnOrder({ ...scope, db: tx }, openFile, query.order_id);
      if (!(await orderById(tx, query.order_id))) throw new Problem('order_unknown');
      return fileOfOrder(tx, query.order_id, query.file_id);
    });
    const content = file && (await scope.outside.files.get(file.file_id));
    if (!content) throw new Problem('not_found');
    return { ...file, content: content.toString('base64') };
  }),
};
