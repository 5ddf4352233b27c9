import { inOwnWords } from '#server/db/file-trouble.ts';

const complain = (line: string) => void process.stderr.write(`${line}\n`);

let isCut = false;
// A command whose output nobody takes is still carried out to its end; a reader that has enough, like `head`, is no failure.
process.stderr.on('error', () => undefined);
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || isCut) return;
  isCut = true;
  complain(`Команда выполнена, но вывод записан не весь: ${inOwnWords(message)}`);
});
process.on('exit', () => {
  if (isCut && process.exitCode === 0) process.exitCode = 1;
});

/**
 * The library of the queue looks for settings of its own in the working folder as soon as it is loaded, and runs what it finds. But the
 * caller's folder may be closed to the user of the portal, as root's is, or belong to anybody.
 */
async function loadFromHome() {
  const folder = process.cwd();
  process.cwd = () => import.meta.dirname;
  try {
    return await import('./one-command.ts');
  } finally {
    process.cwd = () => folder;
  }
}

const { oneCommand } = await loadFromHome();
process.exitCode = await oneCommand(process.argv.slice(2), process.env, {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain,
});
