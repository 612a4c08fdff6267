import { writeFile } from 'node:fs/promises';
import { errorOf } from '../../errors.ts';
import { type ImageOptions, iconUrl, openGraphUrl } from '../../images.ts';
import {
  type Command,
  type CommandContext,
  type CommandOption,
  exitCodes,
  numberOption,
  requiredPositional,
  UsageProblem,
} from '../command.ts';

const choices = {
  format: ['png', 'webp', 'jpg'],
  theme: ['light', 'dark'],
  fallback: ['monogram', 'card', '404'],
  plate: ['none', 'auto', 'light', 'dark'],
} as const;
const numbers = ['size', 'padding', 'radius'] as const;
const flags = ['retina', 'raster'] as const;

export const icon: Command = {
  name: 'icon',
  usage: 'DOMAIN',
  summary: 'The icon of a site, or its address',
  examples: [
    'sightread icon github.com --size 64 -o icon',
    'sightread icon github.com --theme dark',
    'sightread icon github.com --plate auto --raster --format webp -o icon.webp',
    'sightread icon example.com --og --fallback card -o card.png',
  ],
  options: {
    og: { type: 'boolean', about: 'the Open Graph image instead, which is made for links' },
    size: { type: 'string', value: 'N', about: 'width in pixels, 1 to 2048' },
    retina: { type: 'boolean', about: 'twice the pixels' },
    format: { type: 'string', value: 'NAME', about: choices.format.join(', ') },
    raster: { type: 'boolean', about: 'pixels of the format, also if it is a drawing' },
    theme: {
      type: 'string',
      value: 'NAME',
      about: `the background that it will stand on: ${choices.theme.join(', ')}`,
    },
    plate: { type: 'string', value: 'NAME', about: `a tile behind it: ${choices.plate.join(', ')}` },
    padding: { type: 'string', value: 'N', about: 'room around it in percent, 0 to 40' },
    radius: { type: 'string', value: 'N', about: 'rounds its corners, in percent, 0 to 50' },
    fallback: {
      type: 'string',
      value: 'NAME',
      about: `if there is none: ${choices.fallback.join(', ')} (a card with --og only)`,
    },
    v: { type: 'string', value: 'TEXT', about: 'a new text has the site asked again, at most once a minute' },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      about: 'write the image to this file; else its address is printed',
    },
  } satisfies Record<string, CommandOption>,
  async run(context) {
    const domain = requiredPositional(context, 'The domain');
    const { credentials, option, hasFlag, terminal, signal } = context;
    if (!credentials.publishableKey)
      throw new UsageProblem(
        'An icon needs a publishable key: sightread login --publishable-key pk_…, or SIGHTREAD_PUBLISHABLE_KEY.',
      );
    const options: ImageOptions = {
      token: credentials.publishableKey,
      ...(credentials.imageUrl && { url: credentials.imageUrl }),
      ...parametersOf(context),
    };
    const url = hasFlag('og') ? openGraphUrl(domain, options) : iconUrl(domain, options);
    const path = option('output');
    if (path === undefined) {
      terminal.print(url);
      return exitCodes.ok;
    }
    const response = await fetch(url, { signal });
    if (!response.ok) throw errorOf((await response.text()).trim(), { status: response.status });
    await writeFile(path, new Uint8Array(await response.arrayBuffer()));
    terminal.note(`Written to ${path} (${response.headers.get('content-type')}).`);
    return exitCodes.ok;
  },
};

function parametersOf(context: CommandContext): Partial<ImageOptions> {
  const { option, hasFlag } = context;
  const parameters: Partial<ImageOptions> = {};
  for (const name of numbers) {
    const value = numberOption(context, name);
    if (value !== undefined) parameters[name] = value;
  }
  for (const name of flags) if (hasFlag(name)) parameters[name] = true;
  for (const name of ['format', 'theme', 'fallback', 'plate'] as const)
    Object.assign(parameters, chosen(name, option(name)));
  const version = option('v');
  return version === undefined ? parameters : { ...parameters, v: version };
}

function chosen<Name extends keyof typeof choices>(name: Name, text: string | undefined): Partial<ImageOptions> {
  if (text === undefined) return {};
  const choice = choices[name].find((each) => each === text);
  if (!choice) throw new UsageProblem(`--${name} is one of ${choices[name].join(', ')}.`);
  return { [name]: choice };
}
