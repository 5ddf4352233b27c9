import { connect, type Socket } from 'node:net';

/** As much of IMAP as a mail program needs to read letters. */
export class Imap {
  readonly #socket: Socket;
  #received = '';
  #isClosed = false;
  #next = 0;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      this.#received += chunk;
      this.#wake();
    });
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
    socket.on('error', () => undefined);
  }

  static async open(port: number): Promise<Imap> {
    const imap = new Imap(connect(port, '127.0.0.1'));
    await imap.#until(/^\* OK/m);
    return imap;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Whether the server lets the user in. */
  async login(user: string, password: string): Promise<boolean> {
    return (await this.#command(`LOGIN "${user}" "${password}"`)).isDone;
  }

  /** All letters of the inbox, as they lie there. */
  async letters(): Promise<string> {
    await this.#command('SELECT INBOX');
    const { text } = await this.#command('FETCH 1:* (BODY.PEEK[])');
    return text;
  }

  async quota(): Promise<string> {
    return (await this.#command('GETQUOTAROOT INBOX')).text;
  }

  async #command(line: string): Promise<{ isDone: boolean; text: string }> {
    const tag = `a${this.#next++}`;
    this.#received = '';
    this.#socket.write(`${tag} ${line}\r\n`);
    const text = await this.#until(new RegExp(`^${tag} (OK|NO|BAD)`, 'm'));
    return { isDone: new RegExp(`^${tag} OK`, 'm').test(text), text };
  }

  async #until(end: RegExp): Promise<string> {
    while (!end.test(this.#received)) {
      if (this.#isClosed) throw new Error('the server has closed the connection');
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#received;
  }
}
