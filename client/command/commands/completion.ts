import { type Command, exitCodes, requiredPositional, UsageProblem } from '../command.ts';

/** Given the other commands, because it lists them. */
export function completionOf(commands: readonly Command[]): Command {
  const names = ['completion', ...commands.map(({ name }) => name)];
  const optionsOf = ({ options }: Command) => ['help', ...Object.keys(options)].map((name) => `--${name}`);

  const scripts: Readonly<Record<string, () => string>> = {
    bash: () => `_sightread() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${names.join(' ')}" -- "$word")); return; fi
  case "\${COMP_WORDS[1]}" in
${commands.map((each) => `    ${each.name}) COMPREPLY=($(compgen -W "${optionsOf(each).join(' ')}" -- "$word")) ;;`).join('\n')}
  esac
}
complete -o default -F _sightread sightread`,
    zsh: () => `#compdef sightread
if (( CURRENT == 2 )); then
  compadd ${names.join(' ')}
else
  case "$words[2]" in
${commands.map((each) => `    ${each.name}) compadd -- ${optionsOf(each).join(' ')}; _files ;;`).join('\n')}
  esac
fi`,
    fish: () =>
      [
        `complete -c sightread -n __fish_use_subcommand -xa "${names.join(' ')}"`,
        ...commands.flatMap(({ name, options }) =>
          Object.entries(options).map(
            ([option, { about }]) =>
              `complete -c sightread -n "__fish_seen_subcommand_from ${name}" -l ${option} -d "${about.replaceAll('"', '')}"`,
          ),
        ),
      ].join('\n'),
  };

  return {
    name: 'completion',
    usage: 'bash|zsh|fish',
    summary: 'Print a script that completes commands and options',
    examples: [
      'sightread completion bash >> ~/.bashrc',
      'sightread completion fish > ~/.config/fish/completions/sightread.fish',
    ],
    options: {},
    async run(context) {
      const script = scripts[requiredPositional(context, 'The shell')];
      if (!script) throw new UsageProblem(`The shells are ${Object.keys(scripts).join(', ')}.`);
      context.terminal.print(script());
      return exitCodes.ok;
    },
  };
}
