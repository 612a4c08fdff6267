import { type Box, type Matrix, multiply, toMatrix } from './geometry.ts';

/** The numbers of the operators that draw or move, as pdf.js exports them. */
export type OperatorNumbers = Record<
  | 'save'
  | 'restore'
  | 'transform'
  | 'constructPath'
  | 'paintFormXObjectBegin'
  | 'paintFormXObjectEnd'
  | 'stroke'
  | 'closeStroke'
  | 'fill'
  | 'eoFill'
  | 'fillStroke'
  | 'eoFillStroke'
  | 'closeFillStroke'
  | 'closeEOFillStroke',
  number
>;

interface Operators {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/** The straight lines of a page, each with the thickness it is drawn with. */
export interface Rules {
  horizontal: Box[];
  vertical: Box[];
}

export interface Drawing {
  rules: Rules;
  /** Small filled shapes about as wide as high: browsers draw the bullets of lists so. */
  dots: Box[];
}

export function emptyDrawing(): Drawing {
  return { rules: { horizontal: [], vertical: [] }, dots: [] };
}

/** A drawing has more; a table has fewer. */
const maxRules = 4_000;
const maxDepth = 100;
const maxThickness = 3;
const minLength = 6;
const dotSizes = { min: 1.5, max: 12 };
const pathSteps = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3 };

/** The lines that a page draws by strokes, by outlines of rectangles and by very thin rectangles, and its dots. */
export function readDrawing({ fnArray, argsArray }: Operators, ops: OperatorNumbers, viewport: Matrix): Drawing {
  const { rules, dots } = emptyDrawing();
  const drawn = new Set<number>([ops.stroke, ops.closeStroke, ops.fillStroke, ops.eoFillStroke]);
  for (const op of [ops.closeFillStroke, ops.closeEOFillStroke]) drawn.add(op);
  const filled = new Set<number>([ops.fill, ops.eoFill]);
  const stack: Matrix[] = [];
  let matrix = viewport;

  function addRule(x1: number, y1: number, x2: number, y2: number): void {
    const box = boxOf(x1, y1, x2, y2);
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    if (height <= maxThickness && width >= minLength) rules.horizontal.push(box);
    else if (width <= maxThickness && height >= minLength) rules.vertical.push(box);
  }

  function addDot(box: Box): void {
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    if (width < dotSizes.min || width > dotSizes.max || Math.abs(width - height) > 0.2 * width) return;
    if (dots.length < maxRules) dots.push(box);
  }

  function pointAt(x: number, y: number): [number, number] {
    const [a, b, c, d, e, f] = matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  function strokePath(path: Float32Array): void {
    let from: [number, number] = [0, 0];
    let start = from;
    for (let at = 0; at < path.length; ) {
      const step = path[at++];
      if (step === pathSteps.curveTo || step === pathSteps.quadraticCurveTo) {
        at += step === pathSteps.curveTo ? 6 : 4;
        from = pointAt(path[at - 2] ?? 0, path[at - 1] ?? 0);
      } else if (step === pathSteps.moveTo || step === pathSteps.lineTo) {
        const to = pointAt(path[at] ?? 0, path[at + 1] ?? 0);
        at += 2;
        if (step === pathSteps.lineTo) addRule(...from, ...to);
        else start = to;
        from = to;
      } else {
        addRule(...from, ...start);
        from = start;
      }
    }
  }

  function readPath(args: unknown): void {
    const [op, data, bounds] = Array.isArray(args) ? args : [];
    if (drawn.has(op) && Array.isArray(data) && data[0] instanceof Float32Array) strokePath(data[0]);
    if (!filled.has(op) || !(bounds instanceof Float32Array)) return;
    const [left = 0, top = 0, right = 0, bottom = 0] = bounds;
    const corners = [...pointAt(left, top), ...pointAt(right, bottom)] as const;
    addRule(...corners);
    addDot(boxOf(...corners));
  }

  for (const [index, op] of fnArray.entries()) {
    if (rules.horizontal.length + rules.vertical.length > maxRules) return emptyDrawing();
    const args = argsArray[index];
    if (op === ops.save || op === ops.paintFormXObjectBegin) {
      if (stack.length < maxDepth) stack.push(matrix);
      const inner = op === ops.save ? undefined : toMatrix(Array.isArray(args) ? args[0] : undefined);
      if (inner) matrix = multiply(matrix, inner);
    } else if (op === ops.restore || op === ops.paintFormXObjectEnd) matrix = stack.pop() ?? matrix;
    else if (op === ops.transform) {
      const inner = toMatrix(Array.isArray(args) ? args : undefined);
      if (inner) matrix = multiply(matrix, inner);
    } else if (op === ops.constructPath) readPath(args);
  }
  return { rules, dots };
}

function boxOf(x1: number, y1: number, x2: number, y2: number): Box {
  return { left: Math.min(x1, x2), right: Math.max(x1, x2), top: Math.min(y1, y2), bottom: Math.max(y1, y2) };
}
