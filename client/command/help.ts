import { type Command, exitCodes, exitCodeWords } from './command.ts';

export function helpOf(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `Reads websites: pages as markdown, whole sites, data, brands, icons.

Commands:
${commands.map(({ name, summary }) => `  sightread ${name.padEnd(width)}  ${summary}`).join('\n')}

sightread COMMAND --help has options and examples.

The key and the address come from sightread login, or from SIGHTREAD_KEY, SIGHTREAD_URL,
SIGHTREAD_PUBLISHABLE_KEY and SIGHTREAD_IMAGE_URL.

Exit codes:
${Object.entries(exitCodes)
  .map(([name, code]) => `  ${String(code).padEnd(4)} ${wordsOf(name)}`)
  .join('\n')}`;
}

function wordsOf(name: string): string {
  return Object.entries(exitCodeWords).find(([each]) => each === name)?.[1] ?? '';
}

export function helpOfCommand({ name, usage, summary, options, examples }: Command): string {
  const rows = Object.entries(options).map(([option, { about, value, short }]) => {
    const flags = `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`;
    return `  ${flags.padEnd(26)} ${about}`;
  });
  const optionLines = rows.length > 0 ? `\n\nOptions:\n${rows.join('\n')}` : '';
  return `sightread ${name} ${usage}\n${summary}.${optionLines}\n\nExamples:\n${examples.map((each) => `  ${each}`).join('\n')}`;
}
