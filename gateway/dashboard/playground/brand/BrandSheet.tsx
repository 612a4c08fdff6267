import { Icon } from '../../view/Icon.tsx';
import type { Brand } from './brand.ts';
import { DesignSystemPart, PersonalityPart } from './CharacterSections.tsx';
import { ColorPart, PalettePart } from './ColorSections.tsx';
import { ControlPart } from './ControlsSection.tsx';
import { drawSheet } from './drawing/sheet.ts';
import { Hero } from './Hero.tsx';
import { LogoPart } from './LogoSection.tsx';
import { SpacingPart } from './SpacingSection.tsx';
import { TypePart } from './TypographySection.tsx';
import { fileName } from './safeValues.ts';

function isFilled(group: object | undefined): boolean {
  return group !== undefined && Object.keys(group).length > 0;
}

/** A brand as a person wants to see it; only what was found is shown. */
export function BrandSheet({ brand }: { brand: Brand }) {
  const { profile, colors, palette, fonts, controls, spacing } = brand;
  const { svg, width, height } = drawSheet(brand);
  return (
    <div class="brand-sheet">
      <div class="sheet-actions">
        <button
          type="button"
          class="button small"
          data-save-drawing={`${fileName(brand.name)}-brand.png`}
          data-drawing={svg}
          data-size={`${width}x${height}`}
        >
          <Icon name="download" />
          <span>Save as PNG</span>
        </button>
      </div>
      <Hero brand={brand} />
      {colors.length > 0 && <ColorPart brand={brand} />}
      {palette.length > 0 && <PalettePart brand={brand} />}
      {fonts.length > 0 && <TypePart brand={brand} />}
      {controls.length > 0 && <ControlPart brand={brand} />}
      {profile.images && <LogoPart brand={brand} />}
      {(spacing.scale.length > 0 || spacing.radius) && <SpacingPart brand={brand} />}
      <div class="sheet-pair">
        {isFilled(profile.personality) && <PersonalityPart profile={profile} />}
        {isFilled(profile.designSystem) && <DesignSystemPart profile={profile} />}
      </div>
    </div>
  );
}
