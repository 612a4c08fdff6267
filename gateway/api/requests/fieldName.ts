import { pointerSteps } from '../../../contracts/json/pointer.ts';

/** Callers choose the names of unknown fields. */
const maxNameLength = 200;

/** `/urls/3` → `urls[3]` */
export function fieldName(pointer: string): string {
  const name = pointerSteps(pointer)
    .map((step, depth) => (/^\d+$/.test(step) ? `[${step}]` : depth === 0 ? step : `.${step}`))
    .join('');
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}
