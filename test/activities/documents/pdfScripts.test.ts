import { describe, expect, it } from 'vitest';
import { placedPdf, type UnicodeFont, unicodeFont } from '../../support/pdf.ts';
import { pageOf } from '../pages/pageOf.ts';

const contentType = 'application/pdf';
const size = 12;
const letterWidth = size / 2;

async function markdownOf(font: UnicodeFont, operators: readonly string[], rest: object = {}) {
  const { objects, fonts } = font;
  const pdf = placedPdf([{ texts: [], fonts, operators: operators.join('\n'), ...rest }], { objects });
  return (await pageOf(pdf, { contentType })).markdown;
}

/** Draws words from the right margin on. Each is as one sees it, from left to right. */
function drawFromRight(font: UnicodeFont, right: number, y: number, words: readonly (readonly string[])[]): string[] {
  let x = right;
  return words.map((word) => {
    x -= word.length * letterWidth;
    const drawn = font.draw(x, y, word);
    x -= letterWidth / 2;
    return drawn;
  });
}

function reversed(word: string): string[] {
  return [...word].reverse();
}

const hebrew = [...'אבגדהוזחטיכלמנסעפצקרשתםןףץך'];
const latin = [...'Quary7184312.50(),'];

describe('a PDF in other scripts', () => {
  it('is read from right to left, except for its numbers and foreign words', async () => {
    const font = unicodeFont([...new Set([...hebrew, ...latin])]);
    const words = [reversed('הגשר'), reversed('נבנה'), [...'1843'], reversed('ליד'), [...'Quarry'], reversed('גדול')];
    expect(await markdownOf(font, drawFromRight(font, 500, 100, words))).toBe('הגשר נבנה 1843 ליד Quarry גדול');
  });

  it('has no space between a word and the comma behind it, and brackets as they are meant', async () => {
    const font = unicodeFont([...new Set([...hebrew, ...latin])]);
    const operators = [
      // From right to left: a word, a bracket that looks like a closing one, a word, the other bracket, a comma.
      font.draw(460, 100, reversed('אבן')),
      font.draw(448, 100, [')']),
      font.draw(424, 100, reversed('הגשר')),
      font.draw(418, 100, ['(']),
      font.draw(412, 100, [',']),
      font.draw(385, 100, reversed('גדול')),
    ];
    expect(await markdownOf(font, operators)).toBe('אבן (הגשר), גדול');
  });

  it('has tables whose first column is the right one', async () => {
    const font = unicodeFont([...new Set([...hebrew, ...latin])]);
    const rules = [...[80, 110, 140].map((y) => [400, y, 500, y]), ...[400, 450, 500].map((x) => [x, 80, x, 140])];
    const operators = [
      font.draw(452, 100, reversed('מוצר')),
      font.draw(424, 100, reversed('מחיר')),
      font.draw(460, 130, reversed('פנס')),
      font.draw(410, 130, [...'12.50']),
    ];
    expect(await markdownOf(font, operators, { rules })).toBe('| מוצר | מחיר |\n| --- | --- |\n| פנס | 12.50 |');
  });

  it('has Arabic letters, not their forms, and words in one piece', async () => {
    // Beginning, middle and end of a word, each drawn on its own.
    const font = unicodeFont(['\ufe8d', '\ufedf', '\ufea0', '\ufeb4', '\ufeae']);
    const letters = ['\ufe8d', '\ufedf', '\ufea0', '\ufeb4', '\ufeae'];
    const operators = letters.map((letter, n) => font.draw(500 - n * letterWidth, 100, [letter]));
    expect(await markdownOf(font, operators)).toBe('الجسر');
    expect(await markdownOf(font, operators.toReversed())).toBe('الجسر');
  });

  it('has vowel signs behind their letters', async () => {
    const font = unicodeFont(['\u0628', '\u0646', '\u064a', '\u064f']);
    const operators = [
      font.draw(488, 100, ['\u064a']),
      font.draw(494, 100, ['\u0646']),
      // Above the first letter, the rightmost.
      font.draw(500, 96, ['\u064f']),
      font.draw(500, 100, ['\u0628']),
    ];
    expect(await markdownOf(font, operators)).toBe('\u0628\u064f\u0646\u064a');
  });

  it('has letters for ligatures', async () => {
    const font = unicodeFont([...'odcelan', 'ffi', '\ufb01']);
    const operators = [
      font.draw(72, 100, ['o', 'ffi', 'c', 'e']),
      font.draw(72 + 5 * letterWidth, 100, ['a', 'n', 'd']),
      font.draw(72 + 9 * letterWidth, 100, ['\ufb01', 'l', 'e']),
    ];
    expect(await markdownOf(font, operators)).toBe('office and file');
  });

  it('has columns of vertical text from the right', async () => {
    const font = unicodeFont([...'石の橋は春に建てられた川低か'], { isVertical: true });
    const operators = [font.draw(500, 100, [...'石の橋は春に']), font.draw(476, 100, [...'建てられた'])];
    expect(await markdownOf(font, operators)).toBe('石の橋は春に建てられた');
  });
});

describe('a PDF that a browser has printed', () => {
  it('has the bullets that are drawn, on either side, but no others', async () => {
    const dot = (x: number, y: number) => `${x} ${792 - y} 3 3 re f`;
    const texts = ['One stone', 'Another stone', 'No item at all'].map((text, n) => ({
      x: 100,
      y: 100 + n * 30,
      text,
    }));
    const operators = [dot(90, 99), dot(90, 129), dot(90, 147), dot(300, 159)].join('\n');
    const { markdown } = await pageOf(placedPdf([{ texts, operators }]), { contentType });
    expect(markdown).toBe('- One stone\n- Another stone\n\nNo item at all');
    const font = unicodeFont(hebrew);
    const drawn = [dot(508, 99), font.draw(476, 100, reversed('אבן')), font.draw(440, 100, reversed('גדול'))];
    expect(await markdownOf(font, drawn)).toBe('- אבן גדול');
  });

  it('has narrow cells that only a line divides', async () => {
    const rules = [
      ...[80, 100, 120].map((y) => [72, y, 150, y]),
      ...[72, 105, 150].map((x) => [x, 80, x, 120]),
    ] as const;
    const cells = [
      [74, 95, 'Name'],
      [106, 95, 'Price'],
      [74, 115, 'Lamp'],
      [106, 115, '12.50'],
    ] as const;
    const texts = cells.map(([x, y, text]) => ({ x, y, text }));
    const pdf = placedPdf([{ texts, rules: rules.map(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d] as const) }]);
    expect((await pageOf(pdf, { contentType })).markdown).toBe('| Name | Price |\n| --- | --- |\n| Lamp | 12.50 |');
  });
});
