import type { Plugin } from 'vite';

const IMPORT = /import styles from ('[^']+\.module\.css');/;

/**
 * Writes the class names of a style module where they are used, instead of a table of all of them: `styles.head` becomes
 * `'card-head'`. A file that picks names by a value, `styles[tone]`, needs the table and keeps it.
 */
export function inlinedStyles(): Plugin {
  return {
    name: 'inlined-styles',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx$/ },
      handler: (code) =>
        code.includes('styles[') || !IMPORT.test(code) ? null : { code: code.replace(IMPORT, 'import * as styles from $1;'), map: null },
    },
  };
}
