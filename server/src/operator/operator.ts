import { WrongArgument, type BareCommand, type Command, type Tools } from './command.ts';
import { commands } from './commands.ts';

const HELP = [
  'Командная строка оператора: npm run operator -- <команда>',
  '',
  ...commands.map((command) => {
    const call = [...command.words, ...command.arguments].join(' ');
    return `  ${call.padEnd(46)}${command.help}`;
  }),
  '',
  'База данных: DATABASE_URL, а без неё встроенная в папке KABINET_DATA.',
].join('\n');

/** Carries out one command line; answers the exit code: 0 done, 1 something is wrong, 2 the command is. */
export async function runCommand(tools: () => Promise<Tools>, line: readonly string[], say: (line: string) => void) {
  const command = commandOf(line);
  if (!command) {
    say(HELP);
    return line.length === 0 || line[0] === 'help' ? 0 : 2;
  }
  try {
    return 'runBare' in command
      ? await command.runBare(say)
      : await command.run(await tools(), line.slice(command.words.length));
  } catch (error) {
    if (!(error instanceof WrongArgument)) throw error;
    say(error.message);
    return 2;
  }
}

const commandOf = (line: readonly string[]): Command | BareCommand | undefined =>
  commands.find(
    ({ words, arguments: named }) =>
      words.every((word, index) => line[index] === word) && takes(named, line.length - words.length),
  );

const takes = (named: readonly string[], given: number): boolean =>
  given <= named.length && given >= named.filter((argument) => !argument.startsWith('[')).length;
