import { page } from '../../egress/rendering/inPage/unclobbered.ts';
import type { CollectLimits, Evidence } from '../evidence.ts';
import { createColorUses } from './colorUses.ts';
import { createControls } from './controls.ts';
import { availableFamilies, fontFaces, fontServices } from './fonts.ts';
import { createLogos } from './logos.ts';
import { createMeasures } from './measures.ts';
import { createNames, resources } from './names.ts';
import { headTags, rootStyle, rootVariables } from './root.ts';
import { createSurfaces } from './surfaces.ts';
import { createTexts } from './texts.ts';
import { walk } from './walk.ts';
import { createWords } from './words.ts';

/**
 * Runs inside the page, in an isolated world: the page's scripts cannot change the functions used here. Reads the
 * document synchronously, so that a page that keeps changing is read in one state.
 */
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

  const elements = walk(limits, size, (visited) => {
    names.visit(visited.element);
    if (!visited.visible) return;
    const control = controls.visit(visited);
    texts.visit(visited);
    surfaces.visit(visited);
    colorUses.visit(visited);
    logos.visit(visited);
    measures.visit(visited, control);
    words.visit(visited, control);
  });

  const styles = texts.all();
  return {
    url: location.href,
    title: page.title.slice(0, 500),
    language: page.documentElement.lang.slice(0, 40),
    viewport,
    pageHeight,
    tags: headTags(),
    root: rootStyle(),
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
    availableFamilies: availableFamilies(styles),
    ...measures.all(),
    ...names.all(),
    resources: resources(),
    words: words.all(),
    elements,
  };
}
