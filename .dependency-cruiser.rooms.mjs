// Folders of the web form no circle: each builds on what stands below it (docs/architecture.md). Tests may look anywhere, so
// they are left out, which the rules for single files cannot do.
import files from './.dependency-cruiser.mjs';

export default {
  forbidden: [
    {
      name: 'rooms-form-no-circle',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/src/' },
      to: { path: '^web/src/', circular: true },
    },
  ],
  options: { ...files.options, exclude: { path: ['\\.test\\.tsx?$', '^web/test/'] } },
};
