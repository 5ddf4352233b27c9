import { createServer, type AddressInfo, type Socket } from 'node:net';

interface Letter {
  readonly to: string;
  readonly text: string;
}

export interface Sink {
  readonly port: number;
  readonly letters: readonly Letter[];
  stop(): Promise<void>;
}

/** The rest of the world: takes every letter. */
export async function startSink(): Promise<Sink> {
  const letters: Letter[] = [];
  const server = createServer((socket) => take(socket, (letter) => letters.push(letter)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    letters,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function take(socket: Socket, keep: (letter: Letter) => void): void {
  let [to, text, isData, rest] = ['', '', false, ''];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const line = (one: string) => {
    if (isData && one === '.') {
      keep({ to, text });
      isData = false;
      say('250 taken');
    } else if (isData) text += `${one}\n`;
    else if (/^data$/i.test(one)) {
      [isData, text] = [true, ''];
      say('354 go on');
    } else if (/^quit/i.test(one)) socket.end('221 bye\r\n');
    else {
      to = /^rcpt to:<(.*?)>/i.exec(one)?.[1] ?? to;
      say('250 ok');
    }
  };
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    lines.forEach(line);
  });
  say('220 world');
}
