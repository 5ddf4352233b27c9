import { inOwnWords } from '#server/db/file-trouble.ts';
import { oneCommand } from './one-command.ts';

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

process.exitCode = await oneCommand(process.argv.slice(2), process.env, {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain,
});
