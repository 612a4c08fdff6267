/**
 * The SVG elements that a logo may use. Everything that draws is here; what acts (scripts, links, animation, foreign
 * content) or fetches (feImage, fonts, external references) is not. Too narrow a list changes how real logos look.
 */
export const drawingElements: readonly string[] = [
  ...['svg', 'g', 'defs', 'symbol', 'use', 'switch', 'title', 'desc', 'style', 'image'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['text', 'tspan', 'textPath'],
  ...['linearGradient', 'radialGradient', 'stop', 'pattern', 'clipPath', 'mask', 'marker'],
  ...['filter', 'feBlend', 'feColorMatrix', 'feComponentTransfer', 'feComposite', 'feConvolveMatrix'],
  ...['feDiffuseLighting', 'feDisplacementMap', 'feDistantLight', 'feDropShadow', 'feFlood', 'feFuncA', 'feFuncB'],
  ...['feFuncG', 'feFuncR', 'feGaussianBlur', 'feMerge', 'feMergeNode', 'feMorphology', 'feOffset', 'fePointLight'],
  ...['feSpecularLighting', 'feSpotLight', 'feTile', 'feTurbulence'],
];

/** Attributes that are also CSS properties: cleaned by the same rules in both places. */
export const presentationProperties: readonly string[] = [
  ...['alignment-baseline', 'baseline-shift', 'clip', 'clip-path', 'clip-rule', 'color', 'color-interpolation'],
  ...['color-interpolation-filters', 'color-rendering', 'direction', 'display', 'dominant-baseline', 'fill'],
  ...['fill-opacity', 'fill-rule', 'filter', 'flood-color', 'flood-opacity', 'font', 'font-family', 'font-kerning'],
  ...['font-size', 'font-size-adjust', 'font-stretch', 'font-style', 'font-variant', 'font-weight', 'image-rendering'],
  ...['isolation', 'letter-spacing', 'lighting-color', 'line-height', 'marker', 'marker-end', 'marker-mid'],
  ...['marker-start', 'mask', 'mask-type', 'mix-blend-mode', 'opacity', 'overflow', 'paint-order', 'shape-rendering'],
  ...['stop-color', 'stop-opacity', 'stroke', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-linecap'],
  ...['stroke-linejoin', 'stroke-miterlimit', 'stroke-opacity', 'stroke-width', 'text-anchor', 'text-decoration'],
  ...['text-rendering', 'transform-box', 'transform-origin', 'unicode-bidi', 'vector-effect', 'visibility'],
  ...['white-space', 'word-spacing', 'writing-mode'],
];

/** Further CSS properties of style blocks. Width and height are left out: a sheet must not undo the requested size. */
export const styleOnlyProperties: readonly string[] = [
  ...['transform', 'rotate', 'scale', 'translate', 'cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'd'],
  ...['font-feature-settings', 'text-transform', 'background-blend-mode'],
];

/** Attributes with numbers, lists of numbers, names or keywords; none may contain an external reference. */
export const geometryAttributes: readonly string[] = [
  ...['id', 'class', 'viewBox', 'preserveAspectRatio', 'width', 'height', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'z'],
  ...['cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'fr', 'd', 'points', 'pathLength', 'dx', 'dy', 'rotate', 'offset'],
  ...['transform', 'gradientTransform', 'patternTransform', 'gradientUnits', 'patternUnits', 'patternContentUnits'],
  ...['clipPathUnits', 'maskUnits', 'maskContentUnits', 'markerUnits', 'markerWidth', 'markerHeight', 'refX', 'refY'],
  // Without `filterUnits` a filter's region would move, so these attributes belong together.
  ...['orient', 'spreadMethod', 'filterUnits', 'primitiveUnits', 'in', 'in2', 'result', 'stdDeviation', 'mode'],
  ...['type', 'values', 'tableValues', 'slope', 'intercept', 'amplitude', 'exponent', 'operator', 'k1', 'k2', 'k3'],
  ...['k4', 'order', 'kernelMatrix', 'divisor', 'bias', 'targetX', 'targetY', 'edgeMode', 'preserveAlpha', 'radius'],
  ...['scale', 'xChannelSelector', 'yChannelSelector', 'surfaceScale', 'diffuseConstant', 'specularConstant'],
  ...['specularExponent', 'kernelUnitLength', 'azimuth', 'elevation', 'pointsAtX', 'pointsAtY', 'pointsAtZ'],
  ...['limitingConeAngle', 'baseFrequency', 'numOctaves', 'seed', 'stitchTiles', 'textLength', 'lengthAdjust'],
  ...[
    'startOffset',
    'method',
    'spacing',
    'side',
    'systemLanguage',
    'requiredFeatures',
    'requiredExtensions',
    'version',
  ],
  ...['xml:space', 'xml:lang', 'lang', 'role', 'aria-label', 'xmlns'],
];

/** Functions that compute a value. `url` is checked separately; others that fetch (`src`, `image-set`) are left out. */
export const cssFunctions: ReadonlySet<string> = new Set([
  ...['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color', 'color-mix', 'calc', 'min', 'max'],
  ...['clamp', 'matrix', 'matrix3d', 'translate', 'translatex', 'translatey', 'translatez', 'translate3d', 'scale'],
  ...['scalex', 'scaley', 'scalez', 'scale3d', 'rotate', 'rotatex', 'rotatey', 'rotatez', 'rotate3d', 'skew', 'skewx'],
  ...['skewy', 'perspective', 'path', 'circle', 'ellipse', 'inset', 'polygon', 'rect', 'xywh', 'blur', 'brightness'],
  ...['contrast', 'drop-shadow', 'grayscale', 'hue-rotate', 'invert', 'opacity', 'saturate', 'sepia'],
]);

/** Attributes and properties whose value is a paint, which a tint replaces. */
export const paintProperties: ReadonlySet<string> = new Set([
  'fill',
  'stroke',
  'stop-color',
  'flood-color',
  'lighting-color',
  'color',
]);
