import type { Child } from 'hono/jsx';
import { isRecord } from '../innerApi.ts';
import { Highlighted } from '../view/Html.tsx';
import { Pill } from '../view/pieces.tsx';
import { Tabs } from '../view/Tabs.tsx';

type Data = Record<string, unknown>;

const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{3,8}$/i.test(value);
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const record = (value: unknown): Data => (isRecord(value) ? value : {});
const isFilled = (value: unknown): value is Data => isRecord(value) && Object.keys(value).length > 0;

/** A brand as a person wants to see it; only what was found is shown. */
export const BrandingView = ({ data }: { data: Data }) => {
  const colors = Object.entries(record(data['colors'])).filter((entry): entry is [string, string] => isColor(entry[1]));
  const palette = Array.isArray(data['palette']) ? data['palette'].map(record) : [];
  const type = record(data['typography']);
  const parts: (Child | false)[] = [
    colors.length > 0 && <Swatches title="Colors" colors={colors} />,
    palette.length > 0 && (
      <Swatches title="Palette" colors={palette.map(({ hex, role }) => [text(role) || text(hex), text(hex)])} />
    ),
    Object.keys(type).length > 0 && <TypeSamples type={type} />,
    isFilled(data['images']) && <Images images={data['images']} />,
    ...(['components', 'spacing', 'personality', 'designSystem'] as const).map(
      (name) => isFilled(data[name]) && <Facts title={name} value={record(data[name])} />,
    ),
  ].filter((part) => part !== false);
  const look = (
    <div class="brand-view">
      <p class="brand-name">
        {text(data['brandName']) || 'No name found'}{' '}
        {text(data['colorScheme']) && <Pill>{text(data['colorScheme'])}</Pill>}
      </p>
      {parts}
    </div>
  );
  const json = <Highlighted text={JSON.stringify(data, undefined, 2)} language="json" label="JSON" />;
  return (
    <Tabs
      name="brand-view"
      tabs={[
        { label: 'Look', body: look },
        { label: 'JSON', body: json },
      ]}
    />
  );
};

const Swatches = ({ title, colors }: { title: string; colors: readonly (readonly [string, string])[] }) => (
  <section>
    <h3>{title}</h3>
    <ul class="swatches">
      {colors
        .filter(([, hex]) => isColor(hex))
        .map(([name, hex]) => (
          <li>
            <svg viewBox="0 0 96 56" aria-hidden="true">
              <rect width="96" height="56" fill={hex} />
            </svg>
            <span>{name}</span>
            <code>{hex}</code>
          </li>
        ))}
    </ul>
  </section>
);

/** The fonts themselves are not loaded: a sample shows in them where the reader has them. */
const TypeSamples = ({ type }: { type: Data }) => {
  const families = Object.entries(record(type['fontFamilies'])).filter(([, family]) => text(family));
  const sizes = Object.entries(record(type['fontSizes'])).filter(([, size]) => text(size));
  return (
    <section>
      <h3>Typography</h3>
      {families.map(([role, family]) => (
        <div class="type-sample">
          <span class="muted">
            {role}: {text(family)}
          </span>
          <p data-font={text(family)}>The quick brown fox reads at sight</p>
        </div>
      ))}
      {sizes.length > 0 && (
        <dl class="facts">
          {sizes.map(([name, size]) => (
            <>
              <dt>{name}</dt>
              <dd>{text(size)}</dd>
            </>
          ))}
        </dl>
      )}
    </section>
  );
};

const Images = ({ images }: { images: Data }) => (
  <section>
    <h3>Images</h3>
    <dl class="facts">
      {Object.entries(images)
        .filter(([, value]) => text(value))
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>
              {/^https?:/.test(text(value)) ? (
                <a href={text(value)} target="_blank" rel="noopener noreferrer">
                  {text(value)}
                </a>
              ) : (
                text(value).slice(0, 200)
              )}
            </dd>
          </>
        ))}
    </dl>
  </section>
);

const Facts = ({ title, value }: { title: string; value: Data }) => (
  <section>
    <h3>{title}</h3>
    <dl class="facts">
      {Object.entries(value).map(([name, each]) => (
        <>
          <dt>{name}</dt>
          <dd>{isRecord(each) || Array.isArray(each) ? <code>{JSON.stringify(each)}</code> : text(each)}</dd>
        </>
      ))}
    </dl>
  </section>
);
