import type { BrandingProfile } from '../api.ts';
import { printable, type Terminal } from './terminal.ts';

/** A profile as a few lines, with its colors. */
export function brandSummary({ brandName, colors, typography, images }: BrandingProfile, { style }: Terminal): string {
  const swatches = Object.entries(colors ?? {}).map(
    ([role, hex]) => `${style('    ', { background: hex })} ${printable(hex)}  ${role}`,
  );
  const named = { ...typography?.fontFamilies, ...images };
  const others = Object.entries(named).map(([role, value]) => `${role}: ${printable(value)}`);
  return [...(brandName ? [style(printable(brandName), 'bold')] : []), ...swatches, ...others].join('\n');
}

/** The same as a page by itself. Everything in it comes from a site, so nothing of it is taken for HTML. */
export function brandSheet(url: string, { brandName, colors = {}, typography, images }: BrandingProfile): string {
  const swatches = Object.entries(colors).map(
    ([role, hex]) =>
      `<li><b style="background:${escaped(hex)}"></b>${escaped(hex)}<br><small>${escaped(role)}</small></li>`,
  );
  const fonts = Object.entries(typography?.fontFamilies ?? {}).map(
    ([role, family]) =>
      `<p style="font-family:'${escaped(family)}'">${escaped(family)} <small>${escaped(role)}</small></p>`,
  );
  const logo =
    images?.logo && /^(?:https?:|data:image\/)/.test(images.logo) ? `<img src="${escaped(images.logo)}" alt="">` : '';
  return `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'">
<title>${escaped(brandName ?? url)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 3rem auto; padding: 0 1rem; color: #222; }
ul { display: flex; flex-wrap: wrap; gap: 1rem; list-style: none; padding: 0; }
b { display: block; width: 8rem; height: 5rem; border-radius: 8px; border: 1px solid #0002; }
small { color: #777; } img { max-height: 6rem; max-width: 100%; } p { font-size: 1.5rem; }
</style>
<h1>${escaped(brandName ?? url)}</h1>
${logo}
<ul>${swatches.join('')}</ul>
${fonts.join('\n')}
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"'\\]/g, (character) => `&#${character.charCodeAt(0)};`);
}
