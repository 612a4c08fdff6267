import { type DesignSystem, frameworks } from '../../../contracts/results/branding.ts';
import type { Evidence } from '../evidence.ts';
import { componentLibraries } from './componentLibraries.ts';
import { frameworkSigns, type KnownFramework } from './frameworkSigns.ts';
import type { Sign } from './sign.ts';

/** Fewer points are a coincidence of names. */
const minPoints = 3;
const maxVariables = 60;

type NameEvidence = Pick<Evidence, 'classes' | 'variables' | 'resources' | 'attributes' | 'root'>;

/** Detects the CSS framework and the component library by the names that a page uses. */
export function detectDesignSystem(evidence: NameEvidence): { designSystem: DesignSystem; confidence: number } {
  const ranked = frameworks
    .filter((name): name is KnownFramework => name !== 'custom')
    .map((name) => ({ name, ...match(frameworkSigns[name], evidence) }))
    .sort((one, other) => other.points - one.points);
  const [best, next] = ranked;
  const found = best && best.points >= minPoints ? best : undefined;
  const library = componentLibraries
    .map(({ name, signs }) => ({ name, ...match(signs, evidence) }))
    .filter(({ points }) => points >= minPoints)
    .sort((one, other) => other.points - one.points)[0];
  const cssVariables = ownVariables(evidence.variables);
  const descriptions = [...(found?.descriptions ?? []), ...(library?.descriptions ?? [])];
  const margin = found ? (found.points - (next?.points ?? 0)) / found.points : 0;
  // The more names the page has, the more certain it is that none of the frameworks is used.
  const confidence = found
    ? Math.min(0.98, 0.45 + found.points * 0.05 + margin * 0.25)
    : Math.min(0.7, 0.3 + evidence.classes.length * 0.008);
  return {
    designSystem: {
      framework: found?.name ?? 'custom',
      ...(library && { componentLibrary: library.name }),
      ...(Object.keys(cssVariables).length > 0 && { cssVariables }),
      ...(descriptions.length > 0 && { evidence: [...new Set(descriptions)] }),
    },
    confidence: Math.round(confidence * 100) / 100,
  };
}

function match(signs: readonly Sign[], { classes, variables, resources, attributes, root }: NameEvidence) {
  const names = {
    class: classes.map(([name]) => name),
    variable: variables.map(([name]) => name),
    attribute: attributes.map(([name]) => name),
    resource: resources,
    root: root.names.split(/\s+/),
  };
  const matched = signs.filter(({ in: where, pattern, minMatches = 1 }) => {
    let count = 0;
    return names[where].some((name) => pattern.test(name) && ++count >= minMatches);
  });
  return {
    points: matched.reduce((sum, { points }) => sum + points, 0),
    descriptions: matched.map(({ description }) => description),
  };
}

/** Variables for a framework's internal use are not design tokens. */
const internalVariable = /^--(?:tw-|wp--|el-|swiper-|fa-|webkit|vjs|gtk|iti-|bs-gutter|bs-breakpoint|breakpoint-)/;
const designVariable =
  /colou?r|primary|secondary|accent|brand|font|radius|rounded|spac|gap|bg|background|text|shadow|link|border|success|danger|warning|error|theme/i;

function ownVariables(variables: Evidence['variables']): Record<string, string> {
  const own = variables.filter(
    ([name, value]) => !internalVariable.test(name) && value.length <= 120 && !/^\s*$|data:/.test(value),
  );
  const ranked = [
    ...own.filter(([name]) => designVariable.test(name)),
    ...own.filter(([name]) => !designVariable.test(name)),
  ];
  return Object.fromEntries(ranked.slice(0, maxVariables));
}
