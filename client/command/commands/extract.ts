import { readFile } from 'node:fs/promises';
import { asUrl, type Command, exitCodes, requiredPositional, UsageProblem } from '../command.ts';
import { asJson, outputOptions, writeResult } from '../output.ts';
import { printable } from '../terminal.ts';

export const extract: Command = {
  name: 'extract',
  usage: 'URL (--schema FILE | --prompt WORDS)',
  summary: 'Data of a page, in the shape of a JSON Schema',
  examples: [
    'sightread extract example.com/product --schema product.json',
    'sightread extract example.com --prompt "who runs it"',
  ],
  options: {
    schema: { type: 'string', value: 'FILE', about: 'a file with a JSON Schema, or the schema itself' },
    prompt: { type: 'string', value: 'WORDS', about: 'what to look for' },
    evidence: { type: 'boolean', about: 'say where on the page each value was found' },
    ...outputOptions,
  },
  async run(context) {
    const url = asUrl(requiredPositional(context, 'The URL'));
    const { option, hasFlag, signal, terminal } = context;
    const [schemaText, prompt] = [option('schema'), option('prompt')];
    if (schemaText === undefined && prompt === undefined)
      throw new UsageProblem('Say what to extract: --schema or --prompt.');
    const answer = await context.client().extract(url, {
      ...(schemaText !== undefined && { schema: await readSchema(schemaText) }),
      ...(prompt !== undefined && { prompt }),
      ...(hasFlag('evidence') && { evidence: true }),
      signal,
    });
    if (answer.warning && !hasFlag('json')) terminal.note(printable(answer.warning));
    await writeResult(context, asJson(hasFlag('json') || hasFlag('evidence') ? answer : answer.data));
    return exitCodes.ok;
  },
};

async function readSchema(given: string): Promise<Record<string, unknown>> {
  const text = given.trimStart().startsWith('{') ? given : await readFile(given, 'utf8').catch(() => undefined);
  if (text === undefined) throw new UsageProblem(`There is no file ${given}.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageProblem(`The schema is not JSON: ${given}`);
  }
}
