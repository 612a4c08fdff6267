import { describe, expect, it } from 'vitest';
import { detectDesignSystem } from '../../../activities/branding/designSystem/detect.ts';
import { evidenceWith } from './support/evidence.ts';

function names(...list: string[]): [string, number][] {
  return list.map((name) => [name, 3]);
}

function variables(...list: string[]): [string, string][] {
  return list.map((name) => [name, '1px']);
}

describe('the detected design system', () => {
  it.each([
    [
      'tailwind',
      {
        classes: names(
          'md:flex',
          'hover:bg-gray-100',
          'lg:px-8',
          'bg-indigo-600',
          'text-gray-600',
          'max-w-7xl',
          'space-y-4',
        ),
      },
    ],
    ['tailwind', { variables: variables('--tw-ring-color', '--tw-shadow', '--tw-translate-x') }],
    ['bootstrap', { variables: variables('--bs-blue', '--bs-primary', '--bs-body-bg') }],
    [
      'bootstrap',
      { classes: names('container', 'row', 'col-md-6', 'btn-primary', 'navbar-brand', 'navbar-nav', 'form-control') },
    ],
    ['material', { classes: names('MuiButton-root', 'MuiTypography-h1') }],
    ['material', { classes: names('mdc-button', 'mdc-card') }],
    ['chakra', { variables: variables('--chakra-colors-teal-500', '--chakra-space-4') }],
    ['bulma', { classes: names('columns', 'column', 'hero-body', 'is-primary', 'is-large') }],
    ['foundation', { classes: names('grid-x', 'cell', 'top-bar', 'medium-6', 'small-12') }],
    ['ant', { classes: names('ant-btn', 'ant-layout', 'ant-menu') }],
    ['custom', { classes: names('site-header', 'hero', 'card', 'grid', 'flex', 'button') }],
    ['custom', {}],
  ])('is %s', (framework, parts) => {
    const { designSystem } = detectDesignSystem(evidenceWith(parts));
    expect(designSystem.framework).toBe(framework);
    if (framework !== 'custom') expect(designSystem.evidence?.length).toBeGreaterThan(0);
  });

  it('names the component library that is built on the framework', () => {
    const { designSystem } = detectDesignSystem(
      evidenceWith({
        classes: names(
          'bg-primary',
          'md:flex',
          'lg:gap-4',
          'hover:underline',
          'max-w-2xl',
          'grid-cols-3',
          'text-gray-500',
          'bg-zinc-50',
        ),
        variables: variables('--primary-foreground', '--muted-foreground', '--ring', '--radius'),
        attributes: names('data-slot'),
      }),
    );
    expect(designSystem).toMatchObject({ framework: 'tailwind', componentLibrary: 'shadcn/ui' });
  });

  it("lists the site's own variables, without a framework's internal ones", () => {
    const { designSystem } = detectDesignSystem(
      evidenceWith({
        variables: [
          ['--tw-shadow', '0 0'],
          ['--brand', '#b4f461'],
          ['--wp--x', '1'],
        ],
      }),
    );
    expect(designSystem.cssVariables).toEqual({ '--brand': '#b4f461' });
  });
});
