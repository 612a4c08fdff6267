import { describe, expect, it } from 'vitest';
import { decide } from '../../../activities/branding/decide.ts';
import { button, evidenceWith, input } from './support/evidence.ts';

const primary = button({
  background: 'rgb(79, 70, 229)',
  color: 'rgb(255, 255, 255)',
  radius: '6px',
  shadow: 'rgba(0, 0, 0, 0.1) 0px 1px 3px 0px',
});
const outlined = button({
  background: 'rgba(0, 0, 0, 0)',
  color: 'rgb(17, 24, 39)',
  borderColor: 'rgb(229, 231, 235)',
  borderWidthPx: 1,
  text: 'Watch demo',
});

function componentsOf(...parts: Parameters<typeof evidenceWith>) {
  return decide(evidenceWith(...parts)).profile.components;
}

describe('components', () => {
  it('describe the main button and the secondary one', () => {
    expect(componentsOf({ buttons: [outlined, primary] })).toEqual({
      buttonPrimary: {
        background: '#4f46e5',
        textColor: '#ffffff',
        borderRadius: '6px',
        shadow: 'rgba(0, 0, 0, 0.1) 0px 1px 3px 0px',
        padding: '8px 16px',
      },
      buttonSecondary: {
        background: 'transparent',
        textColor: '#111827',
        borderColor: '#e5e7eb',
        borderRadius: '4px',
        padding: '8px 16px',
      },
    });
  });

  it('ignore utility buttons such as menus, pagination and closing', () => {
    const utilities = ['Close', '1', '2', 'Next', 'Menu'].map((label) =>
      button({ text: label, background: 'rgb(220, 38, 38)', classes: 'page-link' }),
    );
    expect(componentsOf({ buttons: [...utilities, primary] })?.buttonPrimary?.background).toBe('#4f46e5');
  });

  it('describe the style that most inputs have', () => {
    const common = input({ borderColor: 'rgb(206, 212, 218)', borderWidthPx: 1, radius: '6px' });
    const odd = input({ background: 'rgb(0, 0, 0)' });
    const foreign = input({ zone: 'widget', background: 'rgb(255, 0, 0)' });
    expect(componentsOf({ inputs: [odd, foreign, foreign, foreign, common, common] })?.input).toMatchObject({
      borderColor: '#ced4da',
      borderRadius: '6px',
    });
  });

  it('are empty if the page has none', () => expect(componentsOf({})).toEqual({}));
});
