import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface Problem {
  code: string | number;
  message: string;
  path: readonly (string | number)[];
}

interface SpectralLinter {
  setRuleset(ruleset: object): void;
  run(document: string): Promise<Problem[]>;
}

// Required, not imported: their types declare parts of a browser for the whole project.
const { Spectral }: { Spectral: new () => SpectralLinter } = require('@stoplight/spectral-core');
const { oas }: { oas: object } = require('@stoplight/spectral-rulesets');

const rules = {
  // Who runs the server is not known.
  'contact-properties': 'off',
  // A license has a URL or an identifier, not both.
  'license-url': 'off',
  // They stand in the order in which one needs them.
  'openapi-tags-alphabetical': 'off',
};

/** What Spectral says of an OpenAPI document by all its rules, a line for each problem. */
export async function lintWithSpectral(document: string): Promise<string[]> {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'all']], rules });
  const problems = await spectral.run(document);
  return problems.map(({ code, message, path }) => `${code} ${path.join('.')}: ${message}`);
}
