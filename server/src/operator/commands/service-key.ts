import { forgetServiceKey } from '#domain/services/access/service-key.ts';
import { plural } from '#domain/shared/text.rules.ts';
import type { Command, Tools } from '../command.ts';

export const serviceKeyCommands: readonly Command[] = [
  {
    words: ['service-key', 'forget'],
    arguments: [],
    help: 'ключ потерян: стереть пароли услуг, которые он запечатал',
    run: forget,
  },
];

async function forget({ db, say }: Tools): Promise<number> {
  const lost = await db.write(forgetServiceKey);
  say(
    `Ключ забыт, стёрто ${plural(lost, ['пароль', 'пароля', 'паролей'])} услуг; следующий запуск запомнит новый ключ`,
  );
  return 0;
}
