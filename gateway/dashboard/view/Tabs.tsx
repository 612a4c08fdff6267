import type { Child } from 'hono/jsx';

interface TabsProps {
  name: string;
  tabs: readonly { label: string; body: Child }[];
}

/** Several views of one thing; radio buttons, so that it works without a script and with the arrow keys. */
export function Tabs({ name, tabs }: TabsProps) {
  return (
    <div class="views">
      {tabs.map(({ label, body }, at) => (
        <>
          <input type="radio" name={name} id={`${name}-${at}`} checked={at === 0} />
          <label for={`${name}-${at}`}>{label}</label>
          <div class="view">{body}</div>
        </>
      ))}
    </div>
  );
}
