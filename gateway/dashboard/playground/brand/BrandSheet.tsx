import { Icon } from '../../view/Icon.tsx';
import type { Brand } from './brand.ts';
import { DesignSystemSection, PersonalitySection } from './CharacterSections.tsx';
import { ColorSection, PaletteSection } from './ColorSections.tsx';
import { ControlsSection } from './ControlsSection.tsx';
import { drawSheet } from './drawing/sheet.ts';
import { Hero } from './Hero.tsx';
import { LogoSection } from './LogoSection.tsx';
import { SpacingSection } from './SpacingSection.tsx';
import { fileName } from './safeValues.ts';
import { TypographySection } from './TypographySection.tsx';

function hasEntries(group: object | undefined): boolean {
  return group !== undefined && Object.keys(group).length > 0;
}

/** A brand at a glance. Sections without data are left out. */
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
      {colors.length > 0 && <ColorSection brand={brand} />}
      {palette.length > 0 && <PaletteSection brand={brand} />}
      {fonts.length > 0 && <TypographySection brand={brand} />}
      {controls.length > 0 && <ControlsSection brand={brand} />}
      {profile.images && <LogoSection brand={brand} />}
      {(spacing.scale.length > 0 || spacing.radius) && <SpacingSection brand={brand} />}
      <div class="sheet-pair">
        {hasEntries(profile.personality) && <PersonalitySection profile={profile} />}
        {hasEntries(profile.designSystem) && <DesignSystemSection profile={profile} />}
      </div>
    </div>
  );
}
