import { commandLine } from '#server/kernel/command-line.ts';
import { operatorCalls } from '@kabinet/contract/staff';
import type { BareCommand } from './command.ts';

/** Options of every command, as one types them. */
const COMMON = ['--json', '--help', '--as='];

interface Completed {
  readonly words: string;
  readonly options: readonly string[];
}

const quoted = (words: readonly string[]): string => `"${words.join(' ')}"`;

/** The script for bash: the next word of a command, then its options, then files. */
export function bashCompletions(bare: readonly Pick<BareCommand, 'words'>[]): string {
  const all: Completed[] = [
    ...bare.map(({ words }) => ({ words, options: [] })),
    ...operatorCalls.map(({ command }) => ({
      words: command.words,
      options: Object.keys(command.options ?? {}).map((name) => `--${name}=`),
    })),
  ];
  const groups = Map.groupBy(all, ({ words }) => words.split(' ')[0] ?? '');
  const seconds = [...groups].flatMap(([first, commands]) => {
    const verbs = commands.flatMap(({ words }) => words.split(' ')[1] ?? []);
    return verbs.length === 0 ? [] : [`    ${first}) verbs=${quoted(verbs)} ;;`];
  });
  const options = all.flatMap(({ words, options: own }) =>
    own.length === 0 ? [] : [`    ${quoted([words])}) options=${quoted([...own, ...COMMON])} ;;`],
  );
  return `_kabinet_operator() {
  local current=\${COMP_WORDS[COMP_CWORD]} first=\${COMP_WORDS[1]} second=\${COMP_WORDS[2]} verbs="" options=${quoted(COMMON)}
  case $first in
${seconds.join('\n')}
  esac
  case "$first $second" in
${options.join('\n')}
  esac
  COMPREPLY=()
  compopt +o nospace 2>/dev/null
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${quoted(['help', ...groups.keys()])} -- "$current"))
  elif ((COMP_CWORD == 2)) && [[ -n $verbs ]]; then
    COMPREPLY=($(compgen -W "$verbs" -- "$current"))
  elif [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
    [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  fi
}
complete -o default -F _kabinet_operator ${commandLine.includes(' ') ? 'operator' : commandLine}`;
}
