// `npm run operator`: plain JavaScript, because the machine may have only Node 18, and the first command of an installation is `check`.
import { spawn } from 'node:child_process';
import { endings, exitCodeOf, root } from './lib/command.mjs';
import { hasPackages, install, notInstalled } from './lib/install.mjs';
import { findNode, needsNode } from './lib/node24.mjs';

/** @type {(sentence: string, output?: string) => never} */
function refuse(sentence, output) {
  if (output) console.error(output);
  console.error(sentence);
  process.exit(1);
}

// Packages of another version stay: a running portal may be using them.
if (!hasPackages()) {
  console.error('Устанавливаю зависимости, это займёт до нескольких минут…');
  const outcome = await install();
  if (outcome.code !== 0) refuse(notInstalled(outcome), outcome.output);
}
const main = ['server/src/operator/main.ts', ...process.argv.slice(2)];
const child = spawn(findNode() ?? refuse(needsNode), main, { cwd: root, stdio: 'inherit' });
// A terminal sends Ctrl-C to both: the command ends by itself, and this process tells how.
for (const signal of endings) process.on(signal, () => child.kill(signal));
child.once('error', (error) => refuse(`Команда не запущена: ${error.message}`));
child.once('exit', (code, signal) => process.exit(exitCodeOf(code, signal)));
