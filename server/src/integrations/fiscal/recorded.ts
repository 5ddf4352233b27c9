import { createHash } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { CashRegister, Receipt, RecordedReceipt, RecordedReceipts } from './port.ts';

/** The number of a fiscal drive; a drive with only zeros does not exist. */
const NO_DRIVE = '0000000000000000';

/** A cash register that only records receipts in the database: for the demo and the tests. */
export function recordedRegister(db: Database, publicUrl: string): CashRegister & RecordedReceipts {
  return {
    name: 'recorded',
    async register(receipt) {
      const { receipt_id, fd_number } = await db.write(async (tx) => {
        await tx.run(sql`
          insert into recorded_fiscal.receipt (external_id, receipt_id, document, registered_at)
          values (${receipt.externalId}, ${idOf(receipt)}, ${JSON.stringify(receipt)}, now())
          on conflict (external_id) do nothing`);
        return tx.one<RecordedReceipt>(
          sql`select receipt_id, document, fd_number from recorded_fiscal.receipt where external_id = ${receipt.externalId}`,
        );
      });
      return {
        state: 'done',
        registerId: receipt_id,
        url: `${publicUrl}/sandbox/receipt/${receipt_id}`,
        fnNumber: NO_DRIVE,
        fdNumber: String(fd_number),
        fpd: String(fd_number).padStart(10, '0'),
      };
    },
    report: () => Promise.resolve({ state: 'failed', error: 'Учебная касса отвечает сразу' }),
    readCallback: () => undefined,
    recorded: (receiptId) =>
      db.read((tx) =>
        tx.maybe(
          sql`select receipt_id, document, fd_number from recorded_fiscal.receipt where receipt_id = ${receiptId}`,
        ),
      ),
  };
}

/** Links cannot be guessed from one another. */
const idOf = ({ externalId, timestamp }: Receipt): string =>
  createHash('sha256').update(`${externalId} ${timestamp}`).digest('hex').slice(0, 32);
