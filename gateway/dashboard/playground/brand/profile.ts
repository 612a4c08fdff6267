import { Ajv } from 'ajv';
import { type BrandingProfile, brandingProfileSchema } from '../../../../contracts/results/branding.ts';

const check = new Ajv({ strict: true }).compile<BrandingProfile>(brandingProfileSchema);

/** The profile that the API answered with; undefined where it is none. */
export function readProfile(data: unknown): BrandingProfile | undefined {
  return check(data) ? data : undefined;
}
