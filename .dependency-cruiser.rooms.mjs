// Rooms form no circle: each builds on what stands below it (docs/architecture.md). Tests may look anywhere, so they are left out,
// which the rules for single files cannot do. The kernel is not here: its world names the ports of integrations by their types. The floors
// leave tests out, too, so one reading of the files serves both (`scripts/floors.ts --check`).
import files from './.dependency-cruiser.mjs';
import floors from './.dependency-cruiser.floors.mjs';

const ROOMS =
  '^(web/src|contract/src|e2e|bench|server/seeds|server/simulator|server/fuzz|server/src/(http|handlers|jobs|operator|db))/';

export default {
  forbidden: [
    ...floors.forbidden,
    {
      name: 'rooms-form-no-circle',
      severity: 'error',
      scope: 'folder',
      from: { path: ROOMS },
      to: { path: ROOMS, circular: true },
    },
  ],
  options: { ...files.options, exclude: { path: ['\\.test\\.tsx?$', '^web/test/'] } },
};
