// The floors of server/src/domain. A second file, since tests are left out here: they may use whatever they need.
import base from './.dependency-cruiser.mjs';
import { FLOORS } from './scripts/lib/floors.mjs';

const upTo = (floor) => FLOORS.slice(0, floor).flat().join('|');

export default {
  forbidden: [
    ...FLOORS.map((contexts, floor) => ({
      name: `domain-floor-${floor + 1}-looks-down`,
      severity: 'error',
      from: { path: `^server/src/domain/(${contexts.join('|')})/` },
      to: { path: '^server/src/domain/', pathNot: [`^server/src/domain/$1/`, `^server/src/domain/(${upTo(floor)})/`] },
    })),
    {
      name: 'domain-folders-make-no-circle',
      severity: 'error',
      scope: 'folder',
      from: { path: '^server/src/domain(/|$)' },
      to: { path: '^server/src/domain(/|$)', circular: true },
    },
  ],
  options: { ...base.options, exclude: { path: '\\.test\\.ts$' } },
};
