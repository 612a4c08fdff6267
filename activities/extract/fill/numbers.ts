const fractions: Record<string, number> = {
  '¼': 0.25,
  '½': 0.5,
  '¾': 0.75,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅕': 0.2,
  '⅖': 0.4,
  '⅗': 0.6,
  '⅘': 0.8,
  '⅙': 1 / 6,
  '⅚': 5 / 6,
  '⅛': 0.125,
  '⅜': 0.375,
  '⅝': 0.625,
  '⅞': 0.875,
};
const scales: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mio: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};

const numberPattern =
  /([-−+]?)(\d[\d.,\u00a0\u202f'’ ]*\d|\d)?(?:\s?([¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]))?(?:\s?(k|thousand|m|mio|million|b|bn|billion)\b)?/giu;

/** `1 1/2` and `3/4`, but not the date `3/4/2024`. */
const fractionPattern = /^[^\d]*?(?:(\d{1,3})[ \u00a0])?(\d{1,3})\/([1-9]\d{0,2})(?![\d/])/;

/** The first number in a text, whatever its separators for thousands and decimals are. */
export function readNumber(text: string): number | undefined {
  const [, units, above, below] = fractionPattern.exec(text) ?? [];
  if (above && below) return Number(units ?? 0) + Number(above) / Number(below);
  for (const [, sign, digits, fraction, scale] of text.matchAll(numberPattern)) {
    if (!digits && !fraction) continue;
    let value = digits ? fromDigits(digits) : 0;
    if (value === undefined) continue;
    if (fraction) value += fractions[fraction] ?? 0;
    // "m" alone may mean meters or minutes.
    if (scale && (scale.length > 1 || scale.toLowerCase() === 'k')) value *= scales[scale.toLowerCase()] ?? 1;
    return sign === '-' || sign === '−' ? -value : value;
  }
  return undefined;
}

function fromDigits(raw: string): number | undefined {
  let digits = raw.replace(/[\u00a0\u202f'’]/g, ' ');
  // A space that does not separate thousands ends the number.
  digits = /^\d{1,3}(?: \d{3})+(?:[.,]\d+)?$/.test(digits) ? digits.replace(/ /g, '') : (digits.split(' ')[0] ?? '');
  digits = digits.replace(/[.,]+$/, '');
  const dots = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (dots > 0 && commas > 0) {
    const decimal = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
    digits = digits.replaceAll(decimal === '.' ? ',' : '.', '').replace(',', '.');
  } else if (commas > 0) digits = isGrouped(digits, ',') ? digits.replaceAll(',', '') : digits.replace(',', '.');
  else if (dots > 1) digits = digits.replaceAll('.', '');
  const value = Number(digits);
  return Number.isFinite(value) ? value : undefined;
}

/** Whether the separator groups thousands, as in `1,234`, or is decimal, as in `12,50` and `0,125`. */
function isGrouped(digits: string, separator: string): boolean {
  const [first = '', ...rest] = digits.split(separator);
  return first !== '0' && first.length <= 3 && rest.every((part) => part.length === 3);
}

const currencies: [RegExp, string][] = [
  [/US\$|\bUSD\b/i, 'USD'],
  [/C\$|CA\$|\bCAD\b/i, 'CAD'],
  [/A\$|AU\$|\bAUD\b/i, 'AUD'],
  [/R\$|\bBRL\b/i, 'BRL'],
  [/€|\bEUR\b/i, 'EUR'],
  [/£|\bGBP\b/i, 'GBP'],
  [/₹|\bINR\b|\bRs\.?\b/i, 'INR'],
  [/₽|\bRUB\b|руб/i, 'RUB'],
  [/zł|\bPLN\b/i, 'PLN'],
  [/\bCHF\b|\bFr\./i, 'CHF'],
  [/\bSEK\b/i, 'SEK'],
  [/\bNOK\b/i, 'NOK'],
  [/\bDKK\b/i, 'DKK'],
  [/\bCNY\b|\bRMB\b|元/i, 'CNY'],
  [/¥|\bJPY\b/i, 'JPY'],
  [/₩|\bKRW\b/i, 'KRW'],
  [/\$/, 'USD'],
];
/** The ISO 4217 code of the currency in a price. */
export function readCurrency(text: string): string | undefined {
  return currencies.find(([pattern]) => pattern.test(text))?.[1];
}
