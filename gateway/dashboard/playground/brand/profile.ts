import { Ajv } from 'ajv';
import { type BrandingProfile, brandingProfileSchema } from '../../../../contracts/results/branding.ts';

const isProfile = new Ajv({ strict: true }).compile<BrandingProfile>(brandingProfileSchema);

/** The branding profile in an API response; undefined if the data is not one. */
export function readProfile(data: unknown): BrandingProfile | undefined {
  return isProfile(data) ? data : undefined;
}
