import { connectService } from '#domain/program/starter.ts';
import { numberOf, type Command, type Tools } from '../command.ts';

export const serviceCommands: readonly Command[] = [
  {
    words: ['service', 'connect'],
    arguments: ['<услуга>'],
    help: 'мастер подключил услугу: она работает, списания начнутся',
    run: connect,
  },
];

async function connect({ db, now, say }: Tools, [id = '']: readonly string[]): Promise<number> {
  const connected = await db.write((tx) => connectService(tx, numberOf(id), now));
  say(connected ? 'Подключена' : 'Такой услуги нет, или её уже подключили');
  return connected ? 0 : 1;
}
