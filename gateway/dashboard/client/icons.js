/** The icon form of the playground: shows the image API's pictures for light and for dark backgrounds. */

/** What the form has a field for, besides the kind, the domain and the key. */
const parameters = ['size', 'retina', 'format', 'raster', 'fallback', 'plate', 'padding', 'radius', 'v'];

/**
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {string} [theme]
 */
function iconUrl(form, address, theme) {
  const fields = new FormData(form);
  /** @param {string} name */
  const value = (name) => String(fields.get(name) ?? '');
  const url = new URL(
    `${address}/${value('kind') === 'og' ? 'og/' : ''}${encodeURIComponent(value('domain') || 'example.com')}`,
  );
  url.searchParams.set('token', value('token') || 'pk_…');
  for (const name of parameters) if (value(name)) url.searchParams.set(name, value(name));
  if (theme === 'dark') url.searchParams.set('theme', 'dark');
  return url.href;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} address
 */
export function iconCurl(form, address) {
  return `curl -o icon '${iconUrl(form, address)}'`;
}

/**
 * For a web page. An icon is as high as it is wide; an Open Graph image has the height of its site's choice.
 * @param {HTMLFormElement} form
 * @param {string} address
 */
export function iconHtml(form, address) {
  const fields = new FormData(form);
  const isIcon = fields.get('kind') !== 'og';
  const size = String(fields.get('size') || (isIcon ? 128 : 1200));
  const url = iconUrl(form, address).replaceAll('&', '&amp;');
  return `<img src="${url}"\n  width="${size}"${isIcon ? ` height="${size}"` : ''} alt="">`;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {HTMLElement} result
 */
export async function showIcons(form, address, result) {
  const surfaces = document.createElement('div');
  surfaces.className = 'surfaces';
  for (const theme of ['light', 'dark']) surfaces.append(await createSurface(iconUrl(form, address, theme), theme));
  result.replaceChildren(surfaces);
}

/**
 * @param {string} url
 * @param {string} theme
 */
async function createSurface(url, theme) {
  const figure = document.createElement('figure');
  figure.className = `surface ${theme}`;
  const caption = document.createElement('figcaption');
  const response = await fetch(url);
  if (response.ok) {
    const blob = await response.blob();
    const image = new Image();
    image.alt = `The picture on a ${theme} background`;
    image.src = URL.createObjectURL(blob);
    figure.append(image);
    const source = response.headers.get('x-sightread-source');
    caption.textContent = `${theme} · ${blob.type} · ${Math.max(1, Math.round(blob.size / 1024))} KB${source ? ` · ${source}` : ''}`;
  } else {
    caption.textContent = `${response.status} ${await response.text()}`;
  }
  figure.append(caption);
  return figure;
}
