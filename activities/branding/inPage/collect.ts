/**
 * Runs inside the page, in a world of its own: the page's scripts cannot change what is read here, nor how.
 * Reads the document in one turn, so that a page which goes on changing is seen at one moment.
 */
import type { CollectLimits, Evidence } from '../evidence.ts';
import { createColorUses } from './colorUses.ts';
import { createControls } from './controls.ts';
import { page } from './document.ts';
import { drawnFamilies, fontFaces, fontServices } from './fonts.ts';
import { createLogos } from './logos.ts';
import { createMeasures } from './measures.ts';
import { createNames, resources } from './names.ts';
import { headTags, rootLook, rootVariables } from './root.ts';
import { createSurfaces } from './surfaces.ts';
import { createTexts } from './texts.ts';
import { walk } from './walk.ts';
import { createWords } from './words.ts';

export function collect(limits: CollectLimits): Evidence {
  const viewport = { width: window.innerWidth, height: window.innerHeight };
  const pageHeight = Math.max(page.documentElement.scrollHeight, viewport.height);
  const size = { viewport, pageHeight };
  const texts = createTexts();
  const surfaces = createSurfaces(size);
  const controls = createControls(size);
  const colorUses = createColorUses();
  const logos = createLogos();
  const measures = createMeasures(size);
  const names = createNames();
  const words = createWords();

  const elements = walk(limits, size, (visit) => {
    names.see(visit.element);
    if (!visit.visible) return;
    const control = controls.see(visit);
    texts.see(visit);
    surfaces.see(visit);
    colorUses.see(visit);
    logos.see(visit);
    measures.see(visit, control);
    words.see(visit, control);
  });

  const styles = texts.all();
  return {
    url: location.href,
    title: page.title.slice(0, 500),
    language: page.documentElement.lang.slice(0, 40),
    viewport,
    pageHeight,
    tags: headTags(),
    root: rootLook(),
    strip: surfaces.strip(),
    texts: styles,
    surfaces: surfaces.all(),
    buttons: controls.buttons,
    inputs: controls.inputs,
    colors: colorUses.all(),
    logos: logos.all(),
    variables: rootVariables(),
    fontFaces: fontFaces(),
    fontServices: fontServices(),
    drawnFamilies: drawnFamilies(styles),
    ...measures.all(),
    ...names.all(),
    resources: resources(),
    words: words.all(),
    elements,
  };
}
