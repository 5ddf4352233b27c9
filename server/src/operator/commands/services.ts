import { connectService } from '#domain/changes/program/starter.ts';
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
  const state = await db.write((tx) => connectService(tx, numberOf(id), now));
  say(state === undefined ? 'Такой услуги нет, или её уже подключили' : SAID[state]);
  return state === undefined ? 1 : 0;
}

const SAID = { active: 'Подключена', blocked: 'Подключена, заработает после оплаты долга' } as const;
