import type {
  ButtonSample,
  Evidence,
  InputSample,
  LogoCandidate,
  TextStyle,
} from '../../../../activities/branding/evidence.ts';

/** Evidence of a blank white page with black text, with some parts replaced. */
export function evidenceWith(parts: Partial<Evidence> = {}): Evidence {
  return {
    url: 'https://www.example.com/',
    title: 'Example',
    language: 'en',
    viewport: { width: 1440, height: 900 },
    pageHeight: 2000,
    tags: { base: 'https://www.example.com/', links: [], metas: [], jsonLd: [] },
    root: {
      htmlBackground: 'rgba(0, 0, 0, 0)',
      bodyBackground: 'rgb(255, 255, 255)',
      bodyColor: 'rgb(0, 0, 0)',
      bodyFamily: 'Inter, sans-serif',
      colorScheme: 'normal',
      names: '',
    },
    strip: new Array<string>(100).fill(''),
    texts: [],
    surfaces: [],
    buttons: [],
    inputs: [],
    colors: [],
    logos: [],
    variables: [],
    fontFaces: [],
    fontServices: [],
    availableFamilies: [],
    spacings: [],
    radii: [],
    containers: [],
    classes: [],
    attributes: [],
    resources: [],
    words: '',
    elements: { total: 10, read: 10, outOfTime: false },
    ...parts,
  };
}

export function textStyle(parts: Partial<TextStyle> = {}): TextStyle {
  return {
    zone: 'body',
    kind: 'text',
    color: 'rgb(0, 0, 0)',
    behind: ['rgb(255, 255, 255)'],
    family: 'Inter, sans-serif',
    sizePx: 16,
    weight: 400,
    lineHeightPx: 24,
    chars: 100,
    count: 1,
    ...parts,
  };
}

const control = {
  background: 'rgb(255, 255, 255)',
  gradient: '',
  color: 'rgb(0, 0, 0)',
  borderColor: '',
  borderWidthPx: 0,
  radius: '4px',
  shadow: '',
  padding: '8px 16px',
  family: 'Inter, sans-serif',
  weight: 600,
  x: 100,
  y: 300,
  width: 160,
  height: 40,
};

export function button(parts: Partial<ButtonSample> = {}): ButtonSample {
  return {
    ...control,
    zone: 'body',
    tag: 'a',
    text: 'Get started',
    classes: '',
    behind: ['rgb(255, 255, 255)'],
    disabled: false,
    aboveFold: true,
    ...parts,
  };
}

export function input(parts: Partial<InputSample> = {}): InputSample {
  return {
    ...control,
    zone: 'body',
    type: 'text',
    ...parts,
  };
}

export function logo(parts: Partial<LogoCandidate> = {}): LogoCandidate {
  return {
    kind: 'img',
    url: 'https://www.example.com/picture.png',
    alt: '',
    names: '',
    zone: 'body',
    linksHome: false,
    linksAway: false,
    siblings: 0,
    colors: [],
    x: 40,
    y: 20,
    width: 120,
    height: 32,
    ...parts,
  };
}
