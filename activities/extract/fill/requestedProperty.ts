import type { Evidence } from '../declared/evidence.ts';
import type { Shape } from '../schema/shape.ts';

/** The property that a value is converted for. */
export interface RequestedProperty {
  name: string;
  shape: Shape;
  resolve: Evidence['resolve'];
}
