import type { ButtonSample, ControlStyle, InputSample } from '../evidence.ts';
import type { PageSize } from './pageSize.ts';
import { gradientOf } from './surfaces.ts';
import { isTransparent, type VisitedElement } from './walk.ts';

const maxButtons = 200;
const maxInputs = 60;
const buttonName = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-]|[A-Z])/;
const textInputs = new Set(['text', 'email', 'search', 'tel', 'url', 'password', 'number', '']);

export type Control = 'button' | 'input' | undefined;

/** Buttons and text inputs. There are few, so each is kept on its own. */
export function createControls({ viewport }: PageSize) {
  const buttons: ButtonSample[] = [];
  const inputs: InputSample[] = [];
  return {
    buttons,
    inputs,
    visit({ element, style, box, zone, behind }: VisitedElement): Control {
      const type = inputType(element);
      if (type !== undefined && box.width > 40 && box.height > 14) {
        if (inputs.length < maxInputs) inputs.push({ ...controlStyleOf(style), ...boxOf(box), zone, type });
        return 'input';
      }
      if (!isButton(element, style, box)) return undefined;
      if (buttons.length < maxButtons) {
        buttons.push({
          ...controlStyleOf(style),
          ...boxOf(box),
          zone,
          tag: element.localName,
          text: labelOf(element),
          classes: (element.getAttribute('class') ?? '').slice(0, 300),
          behind: [...behind],
          disabled: element.hasAttribute('disabled') || element.getAttribute('aria-disabled') === 'true',
          aboveFold: box.top + window.scrollY < viewport.height,
        });
      }
      return 'button';
    },
  };
}

function inputType(element: Element): string | undefined {
  if (element.localName === 'textarea' || element.localName === 'select') return element.localName;
  if (element.localName !== 'input') return undefined;
  const type = (element.getAttribute('type') ?? '').toLowerCase();
  return textInputs.has(type) ? type || 'text' : undefined;
}

function isButton(element: Element, style: CSSStyleDeclaration, box: DOMRect): boolean {
  const tag = element.localName;
  if (box.height < 16 || box.height > 120 || box.width < 16 || box.width > 640) return false;
  if (tag === 'button' || (tag === 'input' && /^(?:submit|button)$/i.test(element.getAttribute('type') ?? '')))
    return true;
  const isLink = tag === 'a' || element.getAttribute('role') === 'button';
  if (!isLink) return /(?:^|-)button$/.test(tag) && tag.includes('-');
  if (element.getAttribute('role') === 'button' || buttonName.test(element.getAttribute('class') ?? '')) return true;
  const filled = !isTransparent(style.backgroundColor) || gradientOf(style.backgroundImage) !== '';
  const bordered = Number.parseFloat(style.borderTopWidth) > 0 && Number.parseFloat(style.borderLeftWidth) > 0;
  const padded = Number.parseFloat(style.paddingLeft) >= 8 && Number.parseFloat(style.paddingRight) >= 8;
  const label = (element.textContent ?? '').trim().length;
  return (
    (filled || bordered) &&
    padded &&
    style.display !== 'inline' &&
    box.height >= 24 &&
    box.height <= 96 &&
    label > 0 &&
    label <= 40
  );
}

function controlStyleOf(style: CSSStyleDeclaration): ControlStyle {
  const bordered = style.borderTopStyle !== 'none';
  const underlined = style.borderBottomStyle !== 'none' && Number.parseFloat(style.borderBottomWidth) > 0;
  return {
    background: style.backgroundColor,
    gradient: gradientOf(style.backgroundImage),
    color: style.color,
    borderColor: bordered ? style.borderTopColor : underlined ? style.borderBottomColor : '',
    borderWidthPx: bordered
      ? Number.parseFloat(style.borderTopWidth)
      : underlined
        ? Number.parseFloat(style.borderBottomWidth)
        : 0,
    radius: style.borderTopLeftRadius,
    shadow: style.boxShadow === 'none' ? '' : style.boxShadow.slice(0, 300),
    padding: style.padding.slice(0, 60),
    family: style.fontFamily.slice(0, 400),
    weight: Number(style.fontWeight),
  };
}

function labelOf(element: Element): string {
  const value = element.localName === 'input' ? element.getAttribute('value') : element.textContent;
  return (value ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
}

function boxOf(box: DOMRect) {
  return {
    x: Math.round(box.left + window.scrollX),
    y: Math.round(box.top + window.scrollY),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
}
