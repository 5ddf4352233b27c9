import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:net';

export interface Daemon {
  stop(): Promise<void>;
}

/** Starts a program that stays in the foreground, and waits until it listens. `ending` makes it end at once. */
export async function startDaemon(
  command: string,
  args: readonly string[],
  ports: readonly number[],
  ending: NodeJS.Signals = 'SIGTERM',
): Promise<Daemon> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (const port of ports) {
    while (!(await listens(port))) {
      if (child.exitCode !== null) throw new Error(`${command} ended: ${output.join('')}`);
      await pause(100);
    }
  }
  return {
    stop: async () => {
      child.kill(ending);
      await ended;
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
