// Server and web application, both restarted as their sources change; one ends with the other.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endings, root } from './lib/command.mjs';

const start = (args: string[], folder = '.') =>
  spawn(process.execPath, args, { cwd: join(root, folder), stdio: 'inherit' });

const both = [
  start(['--watch', '--watch-preserve-output', 'server/src/main.ts']),
  start([join(root, 'node_modules', 'vite', 'bin', 'vite.js')], 'web'),
];

const endBoth = () => {
  for (const one of both) one.kill('SIGTERM');
};
for (const one of both) one.once('exit', endBoth);
// Ctrl-C reaches all three of us: wait for the others instead of dying first.
for (const signal of endings) process.on(signal, endBoth);
