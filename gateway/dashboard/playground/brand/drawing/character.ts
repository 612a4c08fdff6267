import { contentWidth, type DrawSection, emptySection, margin, sectionTitle, titleHeight } from './section.ts';
import { mutedColor, textElement } from './svg.ts';

/** Personality and design system, in large letters. */
export const drawCharacter: DrawSection = ({ profile }, y) => {
  const { personality = {}, designSystem = {} } = profile;
  const traits = [
    ['Tone', personality.tone],
    ['Energy', personality.energy],
    ['Audience', personality.targetAudience],
    ['Framework', designSystem.framework],
    ['Components', designSystem.componentLibrary],
  ].filter((trait): trait is [string, string] => trait[1] !== undefined);
  if (traits.length === 0) return emptySection;
  const width = contentWidth / traits.length;
  const elements = traits.map(
    ([name, value], index) =>
      textElement(name, { x: margin + index * width, y: y + titleHeight + 8, size: 14, fill: mutedColor }) +
      textElement(value, {
        x: margin + index * width,
        y: y + titleHeight + 40,
        size: 24,
        weight: 640,
        width: width - 16,
      }),
  );
  return { svg: sectionTitle('Character', y) + elements.join(''), height: titleHeight + 56 };
};
