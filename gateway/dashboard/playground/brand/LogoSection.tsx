import type { Brand } from './brand.ts';
import { type Logo, logoProblem, logoSurfaces } from './logo.ts';
import { Facts, Section } from './Section.tsx';
import { styled } from './styled.ts';

const names = { logo: 'Logo', favicon: 'Favicon', ogImage: 'Link preview' } as const;

/** The logo on light, on dark and on the brand's primary color. */
export function LogoSection({ brand: { logo, color, profile } }: { brand: Brand }) {
  const images = profile.images ?? {};
  const alt = images.logoAlt || 'The logo';
  return (
    <Section title="Logo and images" confidence={profile.confidence.images}>
      {logo && (
        <div class="logo-grid">
          <Surface logo={logo} name={alt} on="light" background={logoSurfaces.light} />
          <Surface logo={logo} name={alt} on="dark" background={logoSurfaces.dark} />
          {color.primary && <Surface logo={logo} name={alt} on="primary" background={color.primary} />}
        </div>
      )}
      {!logo && images.logo && <p class="muted">The logo’s image could not be stored; its address is below.</p>}
      {!images.logo && <p class="muted">No logo was found on the page; it may show the name as plain text.</p>}
      <Facts
        facts={(['logo', 'favicon', 'ogImage'] as const).map((kind) => [
          names[kind],
          images[kind] === undefined ? undefined : <Address address={images[kind]} />,
        ])}
      />
    </Section>
  );
}

interface SurfaceProps {
  logo: Logo;
  name: string;
  on: 'light' | 'dark' | 'primary';
  background: string;
}

function Surface({ logo, name, on, background }: SurfaceProps) {
  const problem = logoProblem(logo, background);
  return (
    <figure class="logo-stage">
      <div {...styled({ background })}>
        <img src={logo.src} alt={`${name} on ${on}`} />
      </div>
      <figcaption class="muted small">
        on {on}
        {problem && <span class="problem">: {problem}</span>}
      </figcaption>
    </figure>
  );
}

function Address({ address }: { address: string }) {
  return /^https?:/.test(address) ? (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  ) : (
    <span class="muted">an inline image in the page</span>
  );
}
