import { CodeExport } from '../view/CodeExport.tsx';
import { Highlighted } from '../view/Highlighted.tsx';
import { Tabs } from '../view/Tabs.tsx';
import { BrandSheet } from './brand/BrandSheet.tsx';
import { brandOf } from './brand/brand.ts';
import type { Logo } from './brand/logo.ts';
import { readProfile } from './brand/profile.ts';
import { fileName } from './brand/safeValues.ts';
import { cssVariables, tailwindConfig, tailwindTheme } from './brand/themes.ts';

interface BrandingViewProps {
  data: Record<string, unknown>;
  host: string;
  logo?: Logo | undefined;
}

/** A brand as a sheet, and as code to copy or download. */
export function BrandingView({ data, host, logo }: BrandingViewProps) {
  const json = JSON.stringify(data, undefined, 2);
  const profile = readProfile(data);
  if (!profile) return <Highlighted text={json} language="json" label="JSON" />;
  const brand = brandOf({ profile, host, logo });
  const name = fileName(brand.name);
  return (
    <Tabs
      name="brand-view"
      tabs={[
        { label: 'Sheet', body: <BrandSheet brand={brand} /> },
        { label: 'CSS variables', body: <CodeExport text={cssVariables(brand)} file={`${name}.css`} language="css" /> },
        {
          label: 'Tailwind 4',
          body: <CodeExport text={tailwindTheme(brand)} file={`${name}-theme.css`} language="css" />,
        },
        {
          label: 'Tailwind 3',
          body: <CodeExport text={tailwindConfig(brand)} file="tailwind.config.js" language="javascript" />,
        },
        { label: 'JSON', body: <CodeExport text={json} file={`${name}.json`} language="json" /> },
      ]}
    />
  );
}
