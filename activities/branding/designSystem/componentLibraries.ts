import { type Sign, sign } from './sign.ts';

/** Component libraries, which may be built on a framework. */
export const componentLibraries: readonly { name: string; signs: readonly Sign[] }[] = [
  {
    name: 'shadcn/ui',
    signs: [
      sign(
        'variable',
        /^--(?:primary-foreground|muted-foreground|card-foreground|popover-foreground|ring|sidebar-\w+)$/,
        3,
        'tokens of shadcn/ui',
        3,
      ),
      sign('attribute', /^data-slot$/, 2, 'data-slot attributes'),
    ],
  },
  {
    name: 'Radix UI',
    signs: [
      sign('attribute', /^data-radix-/, 3, 'data-radix-* attributes'),
      sign('class', /^rt-/, 3, 'Radix Themes class names', 3),
    ],
  },
  { name: 'Headless UI', signs: [sign('attribute', /^data-headlessui/, 3, 'data-headlessui-* attributes')] },
  {
    name: 'daisyUI',
    signs: [
      sign(
        'variable',
        /^--(?:rounded-(?:box|btn|badge)|btn-focus-scale|color-base-[123]00|radius-(?:box|field|selector))$/,
        3,
        'tokens of daisyUI',
        2,
      ),
    ],
  },
  { name: 'Flowbite', signs: [sign('resource', /flowbite/i, 3, 'a Flowbite script')] },
  { name: 'MUI', signs: [sign('class', /^Mui[A-Z]\w+-/, 3, 'MUI class names', 2)] },
  { name: 'Angular Material', signs: [sign('class', /^mat-/, 3, 'Angular Material class names', 2)] },
  { name: 'Material Components', signs: [sign('class', /^mdc-/, 3, 'Material Components class names', 3)] },
  {
    name: 'Vuetify',
    signs: [sign('class', /^v-(?:application|btn|app-bar|main|card|toolbar)/, 3, 'Vuetify class names', 2)],
  },
  {
    name: 'Material Kit',
    signs: [sign('resource', /material-(?:kit|dashboard)/i, 3, 'a style sheet of Material Kit')],
  },
  {
    name: 'Chakra UI',
    signs: [
      sign('variable', /^--chakra-/, 3, 'custom properties --chakra-*', 2),
      sign('class', /^chakra-/, 3, 'Chakra class names', 2),
    ],
  },
  { name: 'Ant Design', signs: [sign('class', /^ant-/, 3, 'Ant class names', 3)] },
  {
    name: 'Mantine',
    signs: [
      sign('variable', /^--mantine-/, 3, 'custom properties --mantine-*', 2),
      sign('class', /^(?:mantine-|m_[0-9a-f]{8}$)/, 3, 'Mantine class names', 3),
    ],
  },
  {
    name: 'Element',
    signs: [
      sign('variable', /^--el-/, 3, 'custom properties --el-*', 3),
      sign('class', /^el-/, 3, 'Element class names', 3),
    ],
  },
  { name: 'UIkit', signs: [sign('class', /^uk-/, 3, 'UIkit class names', 4)] },
  {
    name: 'Shoelace',
    signs: [
      sign('attribute', /^<(?:sl|wa)-/, 3, 'Shoelace custom elements'),
      sign('variable', /^--(?:sl|wa)-color-/, 2, 'Shoelace tokens', 3),
    ],
  },
  {
    name: 'Ionic',
    signs: [sign('attribute', /^<ion-/, 3, 'Ionic custom elements'), sign('variable', /^--ion-/, 2, 'Ionic tokens', 3)],
  },
  { name: 'Tabler', signs: [sign('variable', /^--tblr-/, 3, 'custom properties --tblr-*', 3)] },
  { name: 'AdminLTE', signs: [sign('resource', /adminlte/i, 3, 'an AdminLTE style sheet')] },
  { name: 'Argon', signs: [sign('resource', /argon-(?:design-system|dashboard)/i, 3, 'an Argon style sheet')] },
];
