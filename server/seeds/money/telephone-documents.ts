import { addMonths, periodOf, type Day } from '@kabinet/contract/kernel/day';
import { at } from '../calendar.ts';
import { insertRows } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

/** 100001 gets the invoice by e-mail. */
export async function addTelephoneDocuments({ client, calendar }: Seeding): Promise<void> {
  const confirmedAt = at(calendar.ago(200), '19:12');
  await insertRows(client, 'telephone_documents', [
    {
      contract_id: 100_001,
      address: 'kuznetsova84@mail.example',
      confirmed_at: confirmedAt,
      sends_invoice: true,
      sends_calls: false,
    },
  ]);
  const sentAt = at(lastThird(calendar.today), '10:07');
  await insertRows(client, 'telephone_mailing', [
    {
      contract_id: 100_001,
      period: periodOf(addMonths(lastThird(calendar.today), -1, 1)),
      document: 'invoice',
      ordered_at: sentAt,
      sent_at: sentAt,
    },
  ]);
}

/** The last day before today on which documents were sent. */
const lastThird = (today: Day): Day => addMonths(today, today.slice(8) > '03' ? 0 : -1, 3);
