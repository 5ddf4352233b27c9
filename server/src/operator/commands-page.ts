import { operatorCalls } from '@kabinet/contract/staff';
import { bareCommands } from './commands.ts';
import { writtenOf } from './help.ts';
import { tableOf } from './markdown-table.ts';
import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';

const ABOUT = `# Команды оператора

Эту страницу составляет \`npm run docs\` по таблице вызовов (\`contract/src/staff\`); тот же список короче — \`npm run operator -- help\`.

\`\`\`
npm run operator -- payment post 200001i 1500,50 ПКО-17 "Оплата в офисе" --as="Анна Петрова"
\`\`\`

- День: \`2026-11-20\` или \`20.11.2026\`. Сумма: \`1500,50\`, \`1500.50\` или \`"1 500,50"\`.
- \`--json\` печатает данными ответ или отказ. Код выхода: 0 — сделано, 1 — нужен человек, 2 — команда неверна.
- Каждая команда, которая что-то меняет, оставляет запись в журнале действий, в том числе неудачная; его показывает \`audit\`. Запись не изменить и не удалить. \`--as\` добавляет имя того, за кого работает пользователь машины.
- На самой машине командная строка выше ролей. По сети (\`KABINET_URL\` и \`KABINET_KEY\`) она может то, что назвал ключ; сотрудник — то, что разрешают его роли: [staff.ru.md](staff.ru.md). Описание вызовов составляет \`npm run openapi\`.
- Подсказки по Tab для bash: \`source <(operator completions bash)\`.
- Таблицы для \`transfers import\` и \`agents reconcile\` — CSV с точкой с запятой, в UTF-8 или Windows-1251. Строка с ошибкой называется и не мешает остальным.
- Таблицы для \`import check\` и \`import load\`, то есть переезд из другой биллинговой системы: [import.ru.md](import.ru.md).
`;

const HEADER = ['команда', 'что делает', 'меняет', 'кто может'];

/** The page of the operator's commands, with a table that Prettier leaves as it is. */
export function commandsPage(): string {
  const rows = [
    ...bareCommands.map(({ words, help }) => [`\`${words}\``, help, '', 'без базы данных']),
    ...operatorCalls.map((call) => [
      `\`${writtenOf(call)}\``,
      call.command.help,
      call.effect === 'change' ? 'да' : '',
      call.roles.length === 0 ? 'только на сервере' : call.roles.map((role) => ROLE_NAMES[role]).join(', '),
    ]),
  ];
  return `${ABOUT}\n${tableOf([HEADER, ...rows])}\n`;
}
