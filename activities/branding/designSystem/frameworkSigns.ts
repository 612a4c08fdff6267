import type { Framework } from '../../../contracts/results/branding.ts';
import { type Sign, sign } from './sign.ts';

export type KnownFramework = Exclude<Framework, 'custom'>;

const utility =
  /^(?:(?:sm|md|lg|xl|2xl|hover|focus|dark|group-hover|focus-visible|disabled|motion-safe|max-\w+):)*-?(?:(?:p|m|px|py|pt|pb|pl|pr|ps|pe|mx|my|mt|mb|ml|mr|ms|me|gap|gap-x|gap-y|space-x|space-y|w|h|size|min-h|min-w|max-w|max-h|inset|top|left|right|bottom|z|rounded|rounded-\w+|text|bg|border|from|to|via|ring|shadow|leading|tracking|font|grid-cols|col-span|items|justify|opacity|translate-[xy]|line-clamp|duration|divide-[xy]|object|order|basis|flex)-(?:\[.+\]|[\w./-]+)|flex|grid|hidden|block|inline-flex|relative|absolute|fixed|sticky|antialiased|uppercase|truncate|underline)$/;

export const frameworkSigns: Record<KnownFramework, readonly Sign[]> = {
  tailwind: [
    sign('variable', /^--tw-/, 4, 'custom properties --tw-*', 3),
    sign(
      'variable',
      /^--(?:text-\w+--line-height|default-font-family|default-transition-duration)$/,
      3,
      'theme variables of Tailwind 4',
    ),
    sign('resource', /tailwind/i, 4, 'a Tailwind script or style sheet'),
    sign(
      'class',
      /^(?:sm|md|lg|xl|2xl|hover|focus|dark|group-hover):/,
      2,
      'variant prefixes such as md: and hover:',
      3,
    ),
    sign(
      'class',
      /^(?:bg|text|border|from|to|ring)-(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d{2,3}(?:\/\d+)?$/,
      2.5,
      'palette classes such as bg-indigo-600',
      2,
    ),
    sign(
      'class',
      /^(?:max-w-(?:\dxl|screen-\w+|prose)|space-[xy]-\d|tracking-(?:tight|wide)\w*|leading-\w+|grid-cols-\d+|min-h-screen|size-\d+)$/,
      1.5,
      'utility classes such as max-w-7xl',
      2,
    ),
    sign('class', utility, 1.5, 'mostly utility classes', 18),
    sign('class', /^[\w-]+-\[[^\]]+\]$/, 1, 'arbitrary values such as w-[42px]'),
  ],
  bootstrap: [
    sign('variable', /^--bs-/, 4, 'custom properties --bs-*', 3),
    sign(
      'variable',
      /^--(?:breakpoint-(?:xs|sm|md|lg|xl)|font-family-sans-serif)$/,
      3,
      'custom properties of Bootstrap 4',
      2,
    ),
    sign(
      'resource',
      /bootstrap(?:[-.@][\w.]+)*(?:\.min)?\.(?:css|js)|bootstrap@|bootstrap-icons/i,
      3,
      'a Bootstrap style sheet or script',
    ),
    sign('class', /^col-(?:xs|sm|md|lg|xl|xxl)-(?:\d+|auto)$/, 2.5, 'grid classes such as col-md-6'),
    sign('class', /^navbar-(?:expand-\w+|brand|toggler|nav|collapse)$/, 2, 'navbar classes', 2),
    sign(
      'class',
      /^btn-(?:primary|secondary|outline-\w+|lg|sm|light|dark|link)$/,
      1.5,
      'button classes such as btn-primary',
    ),
    sign(
      'class',
      /^(?:container(?:-fluid|-xl|-lg)?|row|form-control|card-body|d-flex|jumbotron|img-fluid|list-unstyled|modal-dialog)$/,
      1.5,
      'component classes such as form-control',
      3,
    ),
    sign('attribute', /^data-bs-/, 2, 'data-bs-* attributes'),
  ],
  material: [
    sign('class', /^Mui[A-Z]\w+-/, 5, 'MUI class names', 2),
    sign('class', /^mdc-/, 4, 'Material Components class names', 2),
    sign('class', /^(?:mat|cdk)-/, 4, 'Angular Material class names', 2),
    sign('class', /^mdl-/, 5, 'Material Design Lite class names', 2),
    sign('class', /^(?:v-application|v-btn|v-app-bar|v-toolbar|v-main|v-card)/, 5, 'Vuetify class names', 2),
    sign('class', /^(?:waves-effect|waves-light|materialize\w*|btn-floating|bmd-\w+)$/, 3, 'Materialize class names'),
    sign('variable', /^--(?:mdc|md-sys|md-ref|mat|v-theme)-/, 4, 'Material custom properties', 2),
    sign('attribute', /^<(?:mwc|md|mat)-/, 4, 'Material custom elements'),
    sign(
      'resource',
      /materialize|material-components|material-kit|material-dashboard|mdb(?:ootstrap)?\.|@material\/|\bmdl\b|material\.(?:min\.)?(?:css|js)/i,
      5,
      'a Material style sheet or script',
    ),
  ],
  chakra: [
    sign('variable', /^--chakra-/, 5, 'custom properties --chakra-*', 2),
    sign('class', /^chakra-/, 4, 'Chakra class names', 2),
    sign('root', /chakra-ui-(?:light|dark)/, 3, 'Chakra on the root element'),
  ],
  bulma: [
    sign('variable', /^--bulma-/, 5, 'custom properties --bulma-*', 2),
    sign('resource', /bulma/i, 4, 'a Bulma style sheet'),
    sign(
      'class',
      /^(?:is-(?:primary|link|info|light|dark|medium|large|fullheight|half|one-third|\d+|mobile|desktop|size-\d|rounded|hoverable|active)|has-text-\w+|has-background-\w+)$/,
      2.5,
      'modifiers such as is-primary',
      2,
    ),
    sign(
      'class',
      /^(?:columns|column|hero-body|navbar-burger|navbar-item|subtitle|level-left|card-content|media-left|navbar-end|navbar-start)$/,
      2.5,
      'component classes such as hero-body',
      3,
    ),
  ],
  foundation: [
    sign('resource', /foundation(?:\.min)?\.(?:css|js)|foundation-sites/i, 4, 'a Foundation style sheet or script'),
    sign(
      'class',
      /^(?:grid-x|grid-y|grid-margin-x|grid-padding-x|cell|top-bar|top-bar-left|callout|off-canvas|title-bar|orbit|expanded|grid-container)$/,
      3.5,
      'component classes such as grid-x',
      3,
    ),
    sign(
      'class',
      /^(?:small|medium|large)-(?:\d{1,2}|up-\d|offset-\d+|auto|shrink)$/,
      2.5,
      'grid classes such as medium-6',
      2,
    ),
  ],
  ant: [
    sign('class', /^ant-/, 5, 'Ant class names', 3),
    sign('variable', /^--ant-/, 4, 'custom properties --ant-*', 2),
    sign('class', /^css-(?:var-|dev-only-do-not-override)/, 1, 'style names of Ant 5'),
  ],
};
