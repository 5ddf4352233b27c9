// `npm start`: plain JavaScript, because the machine may have only Node 18.
import { spawn } from 'node:child_process';
import { endings, exitCodeOf, root, whenOrphaned } from './lib/command.mjs';
import { install, isInstalled, notInstalled } from './lib/install.mjs';
import { findNode, isCurrentNewEnough, isEquipped, needsNode } from './lib/node24.mjs';
import { serverArguments, serverEnvironment } from './lib/server-process.mjs';
import { build, isBuilt } from './lib/web-build.mjs';

const needsDatabase =
  'Встроенный PostgreSQL есть только для Linux x64 с glibc: укажите свой сервер PostgreSQL (15 или новее) в DATABASE_URL.';

/** @type {(sentence: string, output?: string) => never} */
function refuse(sentence, output) {
  if (output) console.error(output);
  console.error(sentence);
  process.exit(1);
}

function refuseUnfitMachine() {
  if (isEquipped()) return;
  if (!process.env['DATABASE_URL']) refuse(needsDatabase);
  if (!isCurrentNewEnough()) refuse(needsNode);
}

/** @param {AbortSignal} signal */
async function prepare(signal) {
  if (!isInstalled()) {
    console.log('Устанавливаю зависимости, это займёт до нескольких минут…');
    const outcome = await install(signal);
    if (outcome.code !== 0) refuse(notInstalled(outcome), outcome.output);
  }
  if (!isBuilt()) {
    console.log('Собираю веб-приложение…');
    const { code, output } = await build(signal);
    if (code !== 0) refuse(`Веб-приложение не собрано: сборка завершилась с кодом ${code}.`, output);
  }
}

/** One Ctrl-C arrives twice, from the terminal and from npm; a later signal is a new one. */
const echoMs = 1000;

/** Runs the server in its own session, so that it gets each signal once, from this process, and survives when this process is killed.
 * @param {string} node */
function serve(node) {
  const child = spawn(node, serverArguments, {
    cwd: root,
    env: { ...serverEnvironment, ...process.env },
    stdio: 'inherit',
    detached: true,
  });
  let heardAt = -Infinity;
  child.once('error', (error) => refuse(`Сервер не запущен: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(exitCodeOf(code, signal)));
  return (/** @type {NodeJS.Signals} */ signal) => {
    // A closed terminal must also end the server gracefully.
    if (performance.now() - heardAt > echoMs) child.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
    heardAt = performance.now();
  };
}

const preparation = new AbortController();
/** @type {(signal: NodeJS.Signals) => void} */
let heed = (signal) => {
  preparation.abort();
  process.exit(exitCodeOf(null, signal));
};
for (const signal of endings) process.on(signal, () => heed(signal));

whenOrphaned(() => heed('SIGTERM'));

refuseUnfitMachine();
await prepare(preparation.signal);
heed = serve(findNode() ?? refuse(needsNode));
