import { execFile } from 'node:child_process';
import { EXCHANGE_PATIENCE_MS, type NetworkExchange } from './exchange.ts';

/** The most characters of a reply, and of a reason. */
const LONGEST_REPLY = 1_000_000;
const LONGEST_REASON = 200;

/** What a program may know of our environment, which holds the keys of everything else. */
const { PATH = '/usr/bin:/bin', LANG = 'C.UTF-8' } = process.env;

/** Starts the program once for each request: JSON comes on its standard input, its reply is its standard output. */
export const networkByProgram =
  (program: string, patienceMs = EXCHANGE_PATIENCE_MS): NetworkExchange =>
  (request) =>
    new Promise((resolve, reject) => {
      const options = {
        env: { PATH, LANG },
        timeout: patienceMs,
        killSignal: 'SIGKILL',
        maxBuffer: LONGEST_REPLY,
      } as const;
      const child = execFile(program, options, (error, stdout, stderr) => {
        if (!error) {
          resolve(stdout);
          return;
        }
        const ended = error.killed ? `was stopped after ${patienceMs} ms` : `ended with ${error.code}`;
        const password = 'password' in request ? request.password : undefined;
        reject(new Error(`the network program ${ended}${reasonIn(stderr, password)}`));
      });
      // It may end without reading; then its exit code tells the reason.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(JSON.stringify(request));
    });

/** The first line of what the program says, unless it repeats the password. */
function reasonIn(said: string, password: string | undefined): string {
  const [line = ''] = said.split('\n');
  if (line === '' || (password !== undefined && line.includes(password))) return '';
  return `: ${line.slice(0, LONGEST_REASON)}`;
}
