/** Complete sites that npm packages contain, with the values that their own style sheets state. */
import type { Expected } from '../activities/branding/support/scoreProfile.ts';

export interface PackagedSite {
  spec: string;
  /** The folder of the package to serve, and the page in it. */
  folder: string;
  page: string;
  expected: Expected;
}

const bootstrapText = { background: '#ffffff', text: '#212529', framework: 'bootstrap', baseUnit: 4 };

/** The sites that the rules were tuned on. */
export const tunedSites: Record<string, PackagedSite> = {
  freelancer: {
    spec: 'startbootstrap-freelancer@7.0.7',
    folder: 'dist',
    page: '/',
    expected: {
      ...bootstrapText,
      primary: '#1abc9c',
      text: ['#212529', '#2c3e50'],
      fontBody: 'Lato',
      fontHeading: 'Montserrat',
      radius: '8px',
      logo: null,
    },
  },
  creative: {
    spec: 'startbootstrap-creative@7.0.7',
    folder: 'dist',
    page: '/',
    expected: {
      ...bootstrapText,
      primary: '#f4623a',
      fontBody: 'Merriweather',
      fontHeading: 'Merriweather Sans',
      radius: '9999px',
      logo: null,
    },
  },
  'landing-page': {
    spec: 'startbootstrap-landing-page@6.0.6',
    folder: 'dist',
    page: '/',
    expected: { ...bootstrapText, primary: '#0d6efd', fontBody: 'Lato', fontHeading: 'Lato', logo: null },
  },
  grayscale: {
    spec: 'startbootstrap-grayscale@7.0.6',
    folder: 'dist',
    page: '/',
    expected: { ...bootstrapText, primary: '#64a19d', fontBody: 'Nunito', radius: '6px', logo: null },
  },
  'sb-admin-2': {
    spec: 'startbootstrap-sb-admin-2@4.1.4',
    folder: '.',
    page: '/index.html',
    expected: {
      primary: '#4e73df',
      background: '#f8f9fc',
      text: '#858796',
      fontBody: 'Nunito',
      fontHeading: 'Nunito',
      framework: 'bootstrap',
      logo: null,
    },
  },
  'paper-kit-2': {
    spec: 'paper-kit-2@2.1.0',
    folder: '.',
    page: '/index.html',
    expected: {
      primary: '#51cbce',
      background: '#ffffff',
      text: '#66615b',
      fontBody: 'Montserrat',
      fontHeading: 'Montserrat',
      radius: '9999px',
      framework: 'bootstrap',
    },
  },
  'material-kit': {
    spec: 'material-kit@2.0.4',
    folder: '.',
    page: '/index.html',
    expected: { primary: '#9c27b0', background: '#ffffff', text: '#3c4858', fontBody: 'Roboto' },
  },
  'soft-ui': {
    spec: 'soft-ui-design-system@1.0.4',
    folder: '.',
    page: '/index.html',
    expected: {
      primary: '#cb0c9f',
      background: '#ffffff',
      text: '#67748e',
      fontBody: 'Open Sans',
      fontHeading: 'Open Sans',
      framework: 'bootstrap',
      radius: '8px',
    },
  },
  gentelella: {
    spec: 'gentelella@4.2.0',
    folder: 'dist',
    page: '/production/index.html',
    expected: { primary: '#1abb9c', fontBody: 'Inter', fontHeading: 'Inter', framework: 'custom' },
  },
};

/** Analyzed only after the rules were made, to show how well they generalize. */
export const unseenSites: Record<string, PackagedSite> = {
  'stylish-portfolio': {
    spec: 'startbootstrap-stylish-portfolio@6.0.6',
    folder: 'dist',
    page: '/',
    expected: { ...bootstrapText, primary: '#1d809f', fontBody: 'Source Sans Pro', logo: null },
  },
  'new-age': {
    spec: 'startbootstrap-new-age@6.0.7',
    folder: 'dist',
    page: '/',
    expected: { ...bootstrapText, primary: '#2937f0', fontBody: 'Mulish', fontHeading: 'Newsreader', logo: null },
  },
  resume: {
    spec: 'startbootstrap-resume@7.0.6',
    folder: 'dist',
    page: '/',
    // The site's own style sheet sets the text to this gray.
    expected: {
      ...bootstrapText,
      primary: '#bd5d38',
      text: '#6c757d',
      fontBody: 'Muli',
      fontHeading: 'Saira Extra Condensed',
    },
  },
  'modern-business': {
    spec: 'startbootstrap-modern-business@5.0.7',
    folder: 'dist',
    page: '/',
    expected: { ...bootstrapText, primary: '#0d6efd', fontBody: 'system-ui', fontHeading: 'system-ui', logo: null },
  },
  'one-page-wonder': {
    spec: 'startbootstrap-one-page-wonder@6.0.6',
    folder: 'dist',
    page: '/',
    expected: { ...bootstrapText, primary: '#ee0979', fontBody: 'Lato', fontHeading: 'Catamaran', logo: null },
  },
  'scrolling-nav': {
    spec: 'startbootstrap-scrolling-nav@5.0.6',
    folder: 'dist',
    page: '/',
    expected: { ...bootstrapText, primary: '#0d6efd', fontBody: 'system-ui', fontHeading: 'system-ui', logo: null },
  },
  'small-business': {
    spec: 'startbootstrap-small-business@5.0.6',
    folder: 'dist',
    page: '/',
    expected: { ...bootstrapText, primary: '#0d6efd', fontBody: 'system-ui', fontHeading: 'system-ui', logo: null },
  },
  'blk-design-system': {
    spec: 'blk-design-system@1.0.2',
    folder: '.',
    page: '/index.html',
    expected: {
      scheme: 'dark',
      primary: '#e14eca',
      background: '#171941',
      fontBody: 'Poppins',
      fontHeading: 'Poppins',
      framework: 'bootstrap',
    },
  },
  'black-dashboard': {
    spec: 'black-dashboard@1.0.0',
    folder: '.',
    page: '/examples/dashboard.html',
    expected: {
      scheme: 'dark',
      primary: '#e14eca',
      background: '#1e1e2f',
      fontBody: 'Poppins',
      framework: 'bootstrap',
    },
  },
  'notus-js': {
    spec: 'notus-js@1.1.0',
    folder: '.',
    page: '/index.html',
    expected: { scheme: 'light', primary: '#ec4899', framework: 'tailwind' },
  },
  'now-ui-dashboard': {
    spec: 'now-ui-dashboard@1.0.1',
    folder: '.',
    page: '/examples/dashboard.html',
    expected: { scheme: 'light', primary: '#f96332', fontBody: 'Montserrat', framework: 'bootstrap' },
  },
};

/** Added last, with the expectations written down before the first analysis. */
export const laterSites: Record<string, PackagedSite> = {
  'business-casual': {
    spec: 'startbootstrap-business-casual@7.0.9',
    folder: 'dist',
    page: '/',
    // The background is a photograph.
    expected: {
      primary: '#e6a756',
      text: '#212529',
      fontBody: 'Lora',
      fontHeading: 'Raleway',
      framework: 'bootstrap',
      logo: null,
    },
  },
  'coming-soon': {
    spec: 'startbootstrap-coming-soon@6.0.7',
    folder: 'dist',
    page: '/',
    // White text over a video: no style sheet states the background or the text color.
    expected: { primary: '#2a5555', fontBody: 'DM Sans', fontHeading: 'Tinos', framework: 'bootstrap', logo: null },
  },
  'shop-homepage': {
    spec: 'startbootstrap-shop-homepage@5.0.6',
    folder: 'dist',
    page: '/',
    // All buttons are dark outlines, so the framework's blue is not visible.
    expected: { ...bootstrapText, fontBody: 'system-ui', fontHeading: 'system-ui', logo: null },
  },
  'material-dashboard': {
    spec: 'material-dashboard@3.1.0',
    folder: '.',
    page: '/pages/dashboard.html',
    expected: {
      scheme: 'light',
      primary: '#e91e63',
      background: '#f0f2f5',
      text: ['#7b809a', '#344767'],
      fontBody: 'Roboto',
      logo: 'logo-ct.png',
    },
  },
  'paper-dashboard': {
    spec: 'paper-dashboard@1.1.0',
    folder: '.',
    page: '/dashboard.html',
    expected: { background: '#f4f3ef', text: '#66615b', fontBody: 'Muli', framework: 'bootstrap' },
  },
  'bulma-start': {
    spec: 'bulma-start@0.0.5',
    folder: '.',
    page: '/index.html',
    expected: {
      primary: '#00d1b2',
      background: '#ffffff',
      text: ['#4a4a4a', '#363636'],
      fontBody: 'system-ui',
      framework: 'bulma',
      logo: null,
    },
  },
};

/** Packages whose expectations are in the shared corpus. */
export const corpusSites: Record<string, Omit<PackagedSite, 'expected'>> = {
  'startbootstrap-agency': { spec: 'startbootstrap-agency@7.0.12', folder: 'dist', page: '/' },
  'startbootstrap-clean-blog': { spec: 'startbootstrap-clean-blog@6.0.9', folder: 'dist', page: '/' },
  'argon-design-system': { spec: 'argon-design-system-free@1.2.0', folder: '.', page: '/index.html' },
  'now-ui-kit': { spec: 'now-ui-kit@1.3.0', folder: '.', page: '/index.html' },
  'tabler-preview': { spec: '@tabler/preview@1.2.0', folder: 'dist', page: '/index.html' },
};
