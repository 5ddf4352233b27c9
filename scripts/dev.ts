// Runs server and web application, restarts each when its sources change, and ends both when one ends.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endings, root } from './lib/command.mjs';
import { serverArguments } from './lib/server-process.mjs';

const start = (args: string[], folder = '.') =>
  spawn(process.execPath, args, { cwd: join(root, folder), stdio: 'inherit' });

const both = [
  start(['--watch', '--watch-preserve-output', ...serverArguments]),
  start([join(root, 'node_modules', 'vite', 'bin', 'vite.js')], 'web'),
];

const endBoth = () => {
  for (const one of both) one.kill('SIGTERM');
};
for (const one of both) one.once('exit', endBoth);
// Ctrl-C reaches all three processes: wait for the other two before exiting.
for (const signal of endings) process.on(signal, endBoth);
