// Writes docs/schema.sql from a migrated database; a test says when it is stale.
import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { databaseAt, startTestServer, TEMPLATES } from '../server/test/database/database.ts';
import { describeSchema } from '../server/test/database/describe-schema.ts';

const server = await startTestServer({ demo: false });
const client = new pg.Client({ connectionString: databaseAt(server.url, TEMPLATES.empty) });
try {
  await client.connect();
  await writeFile(new URL('../docs/schema.sql', import.meta.url), await describeSchema(client));
} finally {
  await client.end();
  await server.stop();
}
