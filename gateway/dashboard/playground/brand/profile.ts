import { Ajv, type ValidateFunction } from 'ajv';
import { type BrandingProfile, brandingProfileSchema } from '../../../../contracts/results/branding.ts';

/** Compiled when it is first needed, because most gateways are started for something else. */
let isProfile: ValidateFunction<BrandingProfile> | undefined;

/** The branding profile in an API response; undefined if the data is not one. */
export function readProfile(data: unknown): BrandingProfile | undefined {
  isProfile ??= new Ajv({ strict: true }).compile<BrandingProfile>(brandingProfileSchema);
  return isProfile(data) ? data : undefined;
}
