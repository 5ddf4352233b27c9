import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

/** Each module of React in a page, and its file in production. */
const FILES: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
};

/** `var Scheduler = require("scheduler"), React = require("react");` */
const REQUIRED = /^var (?:\w+ = require\("[^"]+"\)[,;]\s*)+/gm;
const ONE_REQUIRED = /(\w+) = require\("([^"]+)"\)/g;

const timesIn = (text: string, name: string): number =>
  text.split(`exports.${name}`).filter((_, at, all) => at > 0 && !/^\w/.test(all[at] ?? '')).length;

/**
 * A file of React as a module with the same exports. What is assigned once, between the functions of the file, becomes a declaration, which
 * the build drops if nothing imports it; anything else stays a property.
 */
async function moduleOf(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  const needs = Array.from(
    text.matchAll(ONE_REQUIRED),
    ([, as = '', need = '']) => `import * as ${as} from '${need}';`,
  );
  const names = [...new Set(Array.from(text.matchAll(/\bexports\.(\w+) =(?!=)/g), ([, one = '']) => one))];
  const isDeclared = (one: string): boolean => text.includes(`\nexports.${one} =`) && timesIn(text, one) === 1;
  const declared = new Set(names.filter(isDeclared));
  const body = text
    .replaceAll(REQUIRED, '')
    .replaceAll(/^exports\.(\w+) =/gm, (whole, one: string) => (declared.has(one) ? `const exported_${one} =` : whole));
  if (/\brequire\(|\bmodule\./.test(body))
    throw new Error(`${path} is written otherwise: mend build/react-modules.ts.`);
  return [
    ...needs,
    'const exports = {};',
    body,
    ...names.filter((one) => !declared.has(one)).map((one) => `const exported_${one} = exports.${one};`),
    `export { ${names.map((one) => `exported_${one} as ${one}`).join(', ')} };`,
  ].join('\n');
}

/**
 * React comes as CommonJS. The bundler keeps the whole of it, gives every file that uses it a wrapper, `(0, react.useState)`, and makes of the
 * wrapping a file of its own in each first load. Modules need none of this.
 */
export function reactModules(): Plugin {
  const found = new Map<string, string>();
  return {
    name: 'react-modules',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (FILES[source] === undefined) return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      if (resolved) found.set(resolved.id, source);
      return resolved;
    },
    load(id) {
      const name = found.get(id) ?? '';
      const file = FILES[name];
      return file === undefined
        ? undefined
        : moduleOf(require.resolve(name).replace(/node_modules\/.*$/, `node_modules/${file}`));
    },
  };
}
