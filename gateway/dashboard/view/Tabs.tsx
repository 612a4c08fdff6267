import type { Child } from 'hono/jsx';

interface TabsProps {
  name: string;
  tabs: readonly { label: string; body: Child }[];
}

/** Tabs made of radio buttons: they work without a script, and with the arrow keys. */
export function Tabs({ name, tabs }: TabsProps) {
  return (
    <div class="views">
      {tabs.map(({ label, body }, index) => (
        <>
          <input type="radio" name={name} id={`${name}-${index}`} checked={index === 0} />
          <label for={`${name}-${index}`}>{label}</label>
          <div class="view">{body}</div>
        </>
      ))}
    </div>
  );
}
