import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { cloneDatabase, dropDatabase, TEMPLATES } from './database.ts';
import { openDescriber } from './statements/describe.ts';
import { findStatements } from './statements/find.ts';
import { rowFaults } from './statements/row-faults.ts';

/** What differs on purpose, by file. It may only become shorter. */
const ALLOWED = [
  // Read, so that PostgreSQL carries out the part of the statement that makes it.
  'db/queries/jobs.ts freed is not in the type',
  // Only accounts of the provider itself have no contract, and these statements are for accounts of clients.
  'domain/billing/debt/debt.queries.ts contract_id may be null',
  // A change of plan has a day; only requests about money have none.
  'domain/billing/outside/request.queries.ts from_day may be null',
  'domain/billing/outside/request.queries.ts subject may be null',
  // All columns in their order cost PostgreSQL less than all but one.
  'domain/billing/promised-payment/promised-payment.queries.ts contract_id may be null',
  // A condition leaves out the rows that have none.
  'domain/calendar/planned.queries.ts day may be null',
  'domain/changes/service-change/todays-books.ts contract_id may be null',
  // A guest has neither, and no secret to hold a session by.
  'domain/identity/session/session.queries.ts contract_id may be null',
  'domain/identity/session/session.queries.ts refresh_hash may be null',
  'domain/identity/sharing/contact-invitation.queries.ts contact may be null',
  'domain/identity/sharing/contact-invitation.queries.ts contact_kind may be null',
  'domain/identity/sharing/contact-invitation.queries.ts label may be null',
  'domain/identity/sharing/term.queries.ts ends_at may be null',
  // A message without a contract is for all; a notice has one.
  'domain/messaging/message.queries.ts contract_id may be null',
  'domain/payments/autopayment/autopayment.queries.ts contract_id may be null',
  'domain/payments/payment-links/payment-link.queries.ts contract_id may be null',
  // What is refunded was paid.
  'domain/payments/refunds/refund.queries.ts transaction_id may be null',
  // A condition leaves out the rows that have none.
  'domain/services/access/typed.queries.ts password may be null',
  'domain/services/calls/intake.queries.ts held may be null',
  // Only sealed links are read so.
  'domain/staff/audit/chain.queries.ts hash may be null',
  'domain/staff/audit/chain.queries.ts row_hash may be null',
  'domain/staff/audit/chain.queries.ts sealed_at may be null',
  'domain/staff/audit/chain.queries.ts seq may be null',
  'integrations/acquirer/subscription.queries.ts subscription_id may be null',
];

/** It takes a minute of a quiet machine, and several of a busy one. */
test(
  'PostgreSQL understands every statement, and each gives the rows that its type promises',
  { timeout: 600_000 },
  async () => {
    const { checker, askings, unread } = findStatements();
    // Statements whose text cannot be followed: write them so that it can.
    expect(unread).toEqual([]);
    expect(askings.length).toBeGreaterThan(400);
    const server = inject('databaseUrl');
    // Its own database: while somebody is connected to a template, nobody can copy it.
    const url = await cloneDatabase(server, TEMPLATES.empty);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const faults = new Set<string>();
    try {
      const describe = await openDescriber(client);
      for (const { file, line, texts, row } of askings) {
        for (const text of texts) {
          const columns = await describe(text).catch((error: unknown) => (error as Error).message);
          if (typeof columns === 'string') faults.add(`${file}:${line} ${columns}`);
          else if (row) for (const fault of rowFaults(checker, row, columns)) faults.add(`${file} ${fault}`);
        }
      }
    } finally {
      await client.end();
      await dropDatabase(server, url);
    }
    expect([...faults].sort()).toEqual(ALLOWED);
  },
);
