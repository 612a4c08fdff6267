import type { Brand } from './brand.ts';
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
          <Surface src={logo} alt={`${alt} on light`} caption="on light" look={{ background: '#ffffff' }} />
          <Surface src={logo} alt={`${alt} on dark`} caption="on dark" look={{ background: '#16130f' }} />
          {color.primary && (
            <Surface src={logo} alt={`${alt} on primary`} caption="on primary" look={{ background: color.primary }} />
          )}
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
  src: string;
  alt: string;
  caption: string;
  look: { background: string };
}

function Surface({ src, alt, caption, look }: SurfaceProps) {
  return (
    <figure class="logo-stage">
      <div {...styled(look)}>
        <img src={src} alt={alt} />
      </div>
      <figcaption class="muted small">{caption}</figcaption>
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
