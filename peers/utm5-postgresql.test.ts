import { expectBeside } from './beside/expectations.ts';
import { expectToSurviveKills } from './beside/kills.ts';
import { openUtm5OnPostgres } from './utm5/utm5.ts';

// The portal beside UTM5 on Debian's PostgreSQL: what utm5.test.ts expects of any billing.

const joined = expectBeside(openUtm5OnPostgres);

expectToSurviveKills(Number(process.env['KILLS'] ?? 10), joined);
