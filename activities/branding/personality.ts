import type { audiences, BrandingProfile, energies, Personality, tones } from '../../contracts/results/branding.ts';
import { chroma, readColor } from './colors/color.ts';
import type { Evidence } from './evidence.ts';

type Tone = (typeof tones)[number];
type Audience = (typeof audiences)[number];

const toneWords: Record<Tone, RegExp> = {
  professional:
    /\b(?:solutions?|clients?|consult\w*|expertise|services?|partners?|professional|strateg\w+|manage\w*|industry|enterprise)\b/gi,
  playful: /\b(?:fun|play\w*|wow|yay|magic\w*|party|silly|awesome|oh|hey|game\w*|adventure\w*|cute|pals?)\b|[!]{1,}/gi,
  friendly:
    /\b(?:welcome|hello|hi|together|friend\w*|love|easy|simple|help|happy|we're|you'll|family|neighbou?r\w*)\b/gi,
  bold: /\b(?:bold|power\w*|unleash|revolution\w*|disrupt\w*|never|ultimate|faster|limits?|win|dominate|unstoppable|fearless)\b/gi,
  elegant:
    /\b(?:elegan\w+|timeless|craft\w*|refined|luxur\w+|exquisite|curated|atelier|heritage|collection|couture|bespoke)\b/gi,
  minimalist: /\b(?:minimal\w*|essential\w*|less|clean|calm|quiet|simplicity|nothing)\b/gi,
  technical:
    /\b(?:api|sdk|code|deploy\w*|developer\w*|infrastructure|open.?source|database|latency|runtime|cli|kubernetes|documentation|data|cloud|github|integration\w*)\b/gi,
  trustworthy:
    /\b(?:secur\w+|trust\w*|safe\w*|insur\w+|protect\w*|bank\w*|reliab\w+|guarantee\w*|certified|compliance|care)\b/gi,
  traditional:
    /\b(?:since|established|family.owned|tradition\w*|heritage|founded|generations?|council|parish|association)\b/gi,
  warm: /\b(?:home|cosy|cozy|fresh|bake\w*|organic|local|handmade|comfort\w*|kitchen|garden|warm\w*|community)\b/gi,
};

const audienceWords: Record<Audience, RegExp> = {
  developers: /\b(?:developers?|api|sdk|cli|code|repositor\w+|deploy\w*|open.?source|npm|kubernetes)\b/gi,
  designers: /\b(?:designers?|ui kit|figma|components?|prototyp\w+|typography)\b/gi,
  businesses: /\b(?:business\w*|teams?|b2b|clients?|sales|crm|revenue|consult\w*|agency|marketing)\b/gi,
  enterprises: /\b(?:enterprise\w*|compliance|governance|sso|global organi[sz]ations?|at scale)\b/gi,
  'small businesses': /\b(?:small business\w*|shop owners?|freelancers?|invoices?|entrepreneurs?|startups?)\b/gi,
  consumers:
    /\b(?:everyday|your home|family|app store|download the app|subscription|lifestyle|kitchen|bake\w*|bread|coffee)\b/gi,
  shoppers: /\b(?:shop|cart|shipping|returns|sale|collection|add to (?:bag|cart)|buy now|free delivery|gift)\b/gi,
  readers: /\b(?:read more|articles?|news|stories|posted|blog|newsletter|editor\w*|opinion|magazine|issue)\b/gi,
  'students and teachers':
    /\b(?:students?|teachers?|courses?|learn\w*|school|university|lessons?|classroom|curriculum)\b/gi,
  'patients and carers': /\b(?:patients?|clinic\w*|doctors?|health\w*|therap\w+|appointments?|medical|care team)\b/gi,
  travellers: /\b(?:travel\w*|hotels?|flights?|trips?|rooms?|destinations?|stay|booking|guests?|tours?)\b/gi,
  investors: /\b(?:invest\w*|portfolio|funds?|wealth|trading|markets?|assets|returns on)\b/gi,
  'donors and volunteers': /\b(?:donat\w+|volunteer\w*|charity|non.?profit|mission|fundrais\w+|campaign)\b/gi,
  'residents and citizens': /\b(?:council|citizens?|residents?|municipal\w*|government|public services?|permits?)\b/gi,
  'job seekers': /\b(?:jobs?|careers?|hiring|resume|vacanc\w+|recruit\w*|candidates?)\b/gi,
  creators: /\b(?:creators?|artists?|musicians?|podcast\w*|photograph\w*|videos?|stream\w*|portfolio)\b/gi,
  'general public': /(?!)/g,
};

const minWords = 25;

/** A guess from the page's words, the vividness of its palette and its fonts. Its confidence is always low. */
export function guessPersonality(
  evidence: Evidence,
  profile: Pick<BrandingProfile, 'colors' | 'typography' | 'spacing' | 'palette'>,
): { personality: Personality; confidence: number } | undefined {
  const words = `${evidence.title}\n${evidence.words}`;
  const count = words.split(/\s+/).length;
  if (count < minWords) return undefined;
  const [tone, next] = rankByWords(toneWords, words, styleHints(profile));
  const [audience] = rankByWords(audienceWords, words, {});
  const energy = energyOf(evidence, profile);
  if (tone === undefined || tone.points < 2) return { personality: { energy }, confidence: 0.2 };
  const margin = (tone.points - (next?.points ?? 0)) / tone.points;
  return {
    personality: {
      tone: tone.name,
      energy,
      ...(audience && audience.points >= 2 && { targetAudience: audience.name }),
    },
    confidence: Math.round((0.2 + 0.2 * margin) * 100) / 100,
  };
}

/** Counts each word once, however often it is repeated. */
function countDistinct(text: string, pattern: RegExp): number {
  return new Set((text.match(pattern) ?? []).map((word) => word.toLowerCase())).size;
}

function rankByWords<Name extends string>(
  patterns: Record<Name, RegExp>,
  words: string,
  bonus: Partial<Record<Name, number>>,
): { name: Name; points: number }[] {
  const names = Object.keys(patterns).filter((name): name is Name => name in patterns);
  return names
    .map((name) => ({ name, points: countDistinct(words, patterns[name]) + (bonus[name] ?? 0) }))
    .sort((one, other) => other.points - one.points);
}

/** Points for tones that the fonts and corners suggest. */
function styleHints({
  typography,
  spacing,
}: Pick<BrandingProfile, 'typography' | 'spacing'>): Partial<Record<Tone, number>> {
  const heading = typography?.fontFamilies?.heading ?? typography?.fontFamilies?.primary ?? '';
  const radius = Number.parseFloat(spacing?.borderRadius ?? '0');
  const rounded = /nunito|quicksand|baloo|fredoka|varela round|comfortaa|poppins|comic/i.test(heading);
  const serif =
    /serif|playfair|garamond|didot|bodoni|georgia|times|lora|merriweather|cormorant|baskerville/i.test(heading) &&
    !/sans/i.test(heading);
  const mono = /mono|code|courier/i.test(heading);
  return {
    ...(serif && { elegant: 1.5, traditional: 1 }),
    ...(mono && { technical: 2 }),
    ...(rounded && { friendly: 1.5, playful: 1 }),
    ...(radius >= 16 && { friendly: (rounded ? 1.5 : 0) + 0.7 }),
    ...(radius === 0 && spacing?.borderRadius !== undefined && { professional: 0.5 }),
  };
}

/** By how much of the page is vivid, and how vivid the primary color is. */
function energyOf(
  { texts }: Evidence,
  { palette, colors }: Pick<BrandingProfile, 'palette' | 'colors'>,
): (typeof energies)[number] {
  const vivid = (palette ?? []).reduce((sum, { hex, share }) => sum + (chromaOf(hex) > 0.1 ? share : 0), 0);
  const primary = colors?.primary === undefined ? 0 : chromaOf(colors.primary);
  const large = texts.some(({ kind, sizePx }) => kind === 'h1' && sizePx >= 56) ? 0.5 : 0;
  const points = Math.min(2.5, vivid * 8) + primary * 6 + large;
  return points > 2.2 ? 'high' : points > 0.9 ? 'medium' : 'low';
}

function chromaOf(hex: string): number {
  const color = readColor(hex);
  return color === undefined ? 0 : chroma(color);
}
