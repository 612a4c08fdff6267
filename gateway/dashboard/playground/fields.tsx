import { Field } from '../view/formControls.tsx';
import { type FieldValues, otherOptions } from './playgroundLink.ts';

export interface FieldsProps {
  /** What the address of the page fills in. */
  values: FieldValues;
  /** The publishable keys of the account. */
  keys: readonly { name: string; key: string }[];
}

/** The text in a field; the first one where there are several. */
export function textOf(values: FieldValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : value?.[0];
}

interface AddressFieldProps {
  label: string;
  name: string;
  values: FieldValues;
}

/** What a form is about: a URL or a domain. Not of the type `url`: a browser would refuse `example.com`. */
export function AddressField({ label, name, values }: AddressFieldProps) {
  return (
    <Field label={label} name={name}>
      <input
        id={name}
        name={name}
        value={textOf(values, name)}
        inputmode="url"
        required
        placeholder="example.com"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        autofocus
      />
    </Field>
  );
}

export function UrlField({ values }: { values: FieldValues }) {
  return <AddressField label="URL" name="url" values={values} />;
}

interface SwitchProps {
  name: string;
  label: string;
  values: FieldValues;
  /** What the API does if it is told nothing. */
  isDefault?: boolean;
  /** How it stands in a form that nobody has filled in; as by default, unless given. */
  isOn?: boolean;
}

export function Switch({ name, label, values, isDefault = false, isOn = isDefault }: SwitchProps) {
  const given = textOf(values, name);
  return (
    <label>
      <input
        type="checkbox"
        name={name}
        value="true"
        data-json="boolean"
        data-default={String(isDefault)}
        checked={given === undefined ? isOn : given === 'true'}
      />{' '}
      {label}
    </label>
  );
}

interface ChosenProps {
  name: string;
  value: string;
  label: string;
  values: FieldValues;
  defaults: readonly string[];
}

/** One choice of a list; a list that is as the API has it by default is not sent. */
export function Chosen({ name, value, label, values, defaults }: ChosenProps) {
  const chosen = [values[name] ?? defaults].flat();
  return (
    <label>
      <input
        type="checkbox"
        name={name}
        value={value}
        data-json="list"
        data-default={String(defaults.includes(value))}
        checked={chosen.includes(value)}
      />{' '}
      {label}
    </label>
  );
}

interface SelectProps {
  label: string;
  name: string;
  values: FieldValues;
  options: readonly (string | readonly [value: string, label: string])[];
}

export function Select({ label, name, values, options }: SelectProps) {
  return (
    <label>
      {label}{' '}
      <select name={name} data-json="text">
        {options.map((option) => {
          const [value, text] = typeof option === 'string' ? [option, option] : option;
          return (
            <option value={value} selected={value === textOf(values, name)}>
              {text}
            </option>
          );
        })}
      </select>
    </label>
  );
}

export function EngineChoice({ values }: { values: FieldValues }) {
  return (
    <Select label="Engine" name="engine" values={values} options={[['', 'auto'], ['http', 'plain fetch'], 'browser']} />
  );
}

export function WaitField({ values }: { values: FieldValues }) {
  return (
    <label>
      Wait for{' '}
      <input
        name="waitFor"
        type="number"
        min="0"
        max="60000"
        step="100"
        value={textOf(values, 'waitFor')}
        placeholder="0"
        data-json="number"
        class="short"
      />{' '}
      ms
    </label>
  );
}

interface JsonFieldProps {
  name: string;
  label: string;
  /** `merge`: each property of the object becomes one of the request. */
  kind: 'json' | 'merge';
  values: FieldValues;
  placeholder: string;
}

/** Out of the way until it is used. */
export function JsonField({ name, label, kind, values, placeholder }: JsonFieldProps) {
  const text = textOf(values, name);
  return (
    <details class="more" open={text !== undefined}>
      <summary>{label}</summary>
      <label class="hidden" for={name}>
        {label} as JSON
      </label>
      <textarea
        id={name}
        name={name}
        rows={4}
        spellcheck={false}
        data-json={kind}
        class="mono"
        placeholder={placeholder}
      >
        {text ?? ''}
      </textarea>
    </details>
  );
}

export function OtherOptions({ values }: { values: FieldValues }) {
  return (
    <JsonField
      name={otherOptions}
      label="Other options"
      kind="merge"
      values={values}
      placeholder={'{ "timeout": 60000 }'}
    />
  );
}
