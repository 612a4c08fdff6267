import { type DesignSystem, frameworks } from '../../../contracts/results/branding.ts';
import type { Evidence } from '../evidence.ts';
import { fingerprints, type KnownFramework, libraries, type Sign } from './fingerprints.ts';

/** Less than this is a coincidence of names. */
const leastPoints = 3;
const mostVariables = 60;

type Names = Pick<Evidence, 'classes' | 'variables' | 'resources' | 'attributes' | 'root'>;

export function detectDesignSystem(evidence: Names): { designSystem: DesignSystem; confidence: number } {
  const known = frameworks
    .filter((name): name is KnownFramework => name !== 'custom')
    .map((name) => ({ name, ...match(fingerprints[name], evidence) }))
    .sort((one, other) => other.points - one.points);
  const [best, next] = known;
  const found = best && best.points >= leastPoints ? best : undefined;
  const library = libraries
    .map(({ name, signs }) => ({ name, ...match(signs, evidence) }))
    .filter(({ points }) => points >= leastPoints)
    .sort((one, other) => other.points - one.points)[0];
  const cssVariables = ownVariables(evidence.variables);
  const words = [...(found?.words ?? []), ...(library?.words ?? [])];
  const margin = found ? (found.points - (next?.points ?? 0)) / found.points : 0;
  // That nothing was recognised is known only as well as there were names to recognise.
  const confidence = found
    ? Math.min(0.98, 0.45 + found.points * 0.05 + margin * 0.25)
    : Math.min(0.7, 0.3 + evidence.classes.length * 0.008);
  return {
    designSystem: {
      framework: found?.name ?? 'custom',
      ...(library && { componentLibrary: library.name }),
      ...(Object.keys(cssVariables).length > 0 && { cssVariables }),
      ...(words.length > 0 && { evidence: [...new Set(words)] }),
    },
    confidence: Math.round(confidence * 100) / 100,
  };
}

function match(signs: readonly Sign[], { classes, variables, resources, attributes, root }: Names) {
  const names = {
    class: classes.map(([name]) => name),
    variable: variables.map(([name]) => name),
    attribute: attributes.map(([name]) => name),
    resource: resources,
    root: root.names.split(/\s+/),
  };
  const matched = signs.filter(({ in: where, pattern, least = 1 }) => {
    let count = 0;
    return names[where].some((name) => pattern.test(name) && ++count >= least);
  });
  return { points: matched.reduce((sum, { points }) => sum + points, 0), words: matched.map(({ words }) => words) };
}

/** Frameworks' inner workings are no design tokens. */
const inner = /^--(?:tw-|wp--|el-|swiper-|fa-|webkit|vjs|gtk|iti-|bs-gutter|bs-breakpoint|breakpoint-)/;
const telling =
  /colou?r|primary|secondary|accent|brand|font|radius|rounded|spac|gap|bg|background|text|shadow|link|border|success|danger|warning|error|theme/i;

function ownVariables(variables: Evidence['variables']): Record<string, string> {
  const own = variables.filter(
    ([name, value]) => !inner.test(name) && value.length <= 120 && !/^\s*$|data:/.test(value),
  );
  const ranked = [...own.filter(([name]) => telling.test(name)), ...own.filter(([name]) => !telling.test(name))];
  return Object.fromEntries(ranked.slice(0, mostVariables));
}
