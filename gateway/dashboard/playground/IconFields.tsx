import { imageFormats, maxPadding, maxRadius, maxSize, minSize, plates } from '../../../contracts/images/parameters.ts';
import { AddressField, type FieldsProps, Select, textOf } from './fields.tsx';

/** Every parameter of the image API; the theme is not chosen, because both are shown. */
export function IconFields({ values, keys }: FieldsProps) {
  return (
    <>
      <AddressField label="Domain" name="domain" values={values} />
      <div class="choices">
        <Select
          label="Kind"
          name="kind"
          values={values}
          options={[
            ['icon', 'icon'],
            ['og', 'Open Graph image'],
          ]}
        />
        <NumberField label="Size" name="size" min={minSize} max={maxSize} placeholder="128" values={values} />
        <Tick label="Retina" name="retina" values={values} />
        <Select
          label="Format"
          name="format"
          values={values}
          options={[['', imageFormats[0]], ...imageFormats.slice(1)]}
        />
        <Tick label="Pixels only" name="raster" values={values} />
        <Select
          label="Without a picture"
          name="fallback"
          values={values}
          options={[
            ['', 'as usual'],
            ['monogram', 'a monogram'],
            ['card', 'a card (Open Graph)'],
            ['404', '404'],
          ]}
        />
        <Select
          label="Plate"
          name="plate"
          values={values}
          options={[['', 'none'], ...plates.filter((plate) => plate !== 'none')]}
        />
        <NumberField label="Padding" unit="%" name="padding" min={0} max={maxPadding} placeholder="" values={values} />
        <NumberField label="Radius" unit="%" name="radius" min={0} max={maxRadius} placeholder="" values={values} />
        <label>
          Version <input name="v" value={textOf(values, 'v')} placeholder="none" maxlength={100} class="short" />
        </label>
        <Select label="Key" name="token" values={values} options={keys.map(({ name, key }) => [key, name])} />
      </div>
      {keys.length === 0 && (
        <p class="problem">
          You have no publishable key yet: <a href="/keys">create one</a> first.
        </p>
      )}
    </>
  );
}

interface NumberFieldProps extends Pick<FieldsProps, 'values'> {
  label: string;
  unit?: string;
  name: string;
  min: number;
  max: number;
  placeholder: string;
}

function NumberField({ label, unit, name, min, max, placeholder, values }: NumberFieldProps) {
  return (
    <label>
      {label}{' '}
      <input
        name={name}
        type="number"
        min={min}
        max={max}
        value={textOf(values, name)}
        placeholder={placeholder}
        class="short"
      />
      {unit && ` ${unit}`}
    </label>
  );
}

function Tick({ label, name, values }: Pick<FieldsProps, 'values'> & { label: string; name: string }) {
  return (
    <label>
      <input type="checkbox" name={name} value="true" checked={textOf(values, name) === 'true'} /> {label}
    </label>
  );
}
