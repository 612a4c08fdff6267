import type { BrandingProfile } from '../../../../contracts/results/branding.ts';
import { type Brand, brandOf } from '../../../../gateway/dashboard/playground/brand/brand.ts';

export const harbor: BrandingProfile = {
  brandName: 'Harbor Credit Union',
  colorScheme: 'light',
  colors: {
    primary: '#0b7a75',
    background: '#fbfaf7',
    textPrimary: '#2b2b2b',
    textSecondary: '#6d6a62',
    link: '#0b7a75',
  },
  palette: [
    { hex: '#fbfaf7', share: 0.97, role: 'background' },
    { hex: '#0b7a75', share: 0.02, role: 'primary' },
  ],
  typography: {
    fontFamilies: { heading: 'Source Serif Pro', primary: 'system-ui' },
    fontStacks: { heading: ['Source Serif Pro', 'Georgia', 'serif'], primary: ['system-ui', 'Arial'] },
    fontSizes: { h1: '52px', body: '17px' },
    lineHeights: { heading: 1.2, body: 1.6 },
    fontWeights: { heading: 700, body: 400, button: 600 },
  },
  images: { logo: 'https://harbor.example/logo.svg', logoAlt: 'Harbor' },
  components: {
    buttonPrimary: {
      background: 'linear-gradient(90deg, rgb(11, 122, 117), rgb(8, 90, 86))',
      textColor: '#ffffff',
      borderRadius: '6px',
      padding: '12px 24px',
      shadow: 'rgba(0, 0, 0, 0.1) 0px 4px 6px -1px, rgba(0, 0, 0, 0.06) 0px 2px 4px -1px',
    },
    input: {
      background: '#ffffff',
      textColor: '#2b2b2b',
      borderColor: '#b9b4a7',
      borderRadius: '4px',
      padding: '12px',
    },
  },
  spacing: { baseUnit: 4, borderRadius: '6px', scale: [8, 16, 24], containerWidth: '1200px' },
  personality: { tone: 'trustworthy', energy: 'low' },
  designSystem: { framework: 'custom', evidence: ['own class names'] },
  confidence: { colors: 0.97, typography: 0.9 },
};

const breakout = `x"; } </style><script>alert(1)</script> url(javascript:alert(1)) \\22 ;}body{display:none}/* */ {`;

/** A profile of a page that has tried to put code into every value that is a string. */
export const hostile: BrandingProfile = {
  brandName: `*/ ${breakout}\u0000\ud800`,
  colors: { primary: '#0b7a75', background: '#ffffff', link: breakout },
  palette: [{ hex: breakout, share: 1, role: 'other' }],
  typography: {
    fontFamilies: { heading: breakout, primary: 'Inter;}body{background:url(//evil.example)' },
    fontStacks: { heading: [breakout, 'serif'] },
    fontSizes: { h1: `52px;${breakout}`, body: 'calc(1px)' },
  },
  images: { logo: 'javascript:alert(1)', logoAlt: breakout, favicon: `https://evil.example/"><script>` },
  components: {
    buttonPrimary: {
      background: 'linear-gradient(red, url(https://evil.example/x))',
      textColor: 'url(javascript:alert(1))',
      borderRadius: `6px;${breakout}`,
      padding: 'expression(alert(1))',
      shadow: `rgba(0,0,0,.1) 0px 0px url(https://evil.example)`,
    },
  },
  spacing: { borderRadius: breakout, containerWidth: breakout, scale: [4] },
  designSystem: { componentLibrary: breakout, cssVariables: { [breakout]: breakout }, evidence: [breakout] },
  confidence: {},
};

export function brand(profile: BrandingProfile = harbor): Brand {
  return brandOf({ profile, host: 'harbor.example' });
}
