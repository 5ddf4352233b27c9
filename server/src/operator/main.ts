import { oneCommand } from './one-command.ts';

process.exitCode = await oneCommand(process.argv.slice(2), process.env, {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
});
