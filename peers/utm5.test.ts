import { expectBeside } from './beside/expectations.ts';
import { expectToSurviveKills } from './beside/kills.ts';
import { openUtm5 } from './utm5/utm5.ts';

// The portal beside UTM5 on Debian's MariaDB, joined by the files that a provider takes. One test after the other.

const joined = expectBeside('kabinet', openUtm5);

expectToSurviveKills(Number(process.env['KILLS'] ?? 10), joined);
