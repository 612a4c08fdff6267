import type { Child } from 'hono/jsx';
import { Icon, type IconName } from './Icon.tsx';
import { Message } from './Message.tsx';

export function PageHead({ title, lead, children }: { title: string; lead?: Child; children?: Child }) {
  return (
    <header class="page-head">
      <div>
        <h1>{title}</h1>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {children && <div class="actions">{children}</div>}
    </header>
  );
}

interface CardProps {
  title?: string;
  lead?: Child;
  id?: string;
  children?: Child;
  actions?: Child;
}

export function Card({ title, lead, id, actions, children }: CardProps) {
  return (
    <section class="card" {...(id && { id })} {...(id && title && { 'aria-labelledby': `${id}-title` })}>
      {title && (
        <header class="card-head">
          <div>
            <h2 {...(id && { id: `${id}-title` })}>{title}</h2>
            {lead && <p class="muted">{lead}</p>}
          </div>
          {actions && <div class="actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'accent';

export function Pill({ tone = 'plain', children }: { tone?: Tone; children: Child }) {
  return <span class={`pill ${tone}`}>{children}</span>;
}

interface NoticeProps {
  tone: Tone;
  icon?: IconName;
  live?: boolean;
  children?: Child;
}

export function Notice({ tone, icon, live, children }: NoticeProps) {
  return (
    <div class={`notice ${tone}`} {...(live && { role: 'status' })}>
      <Icon name={icon ?? (tone === 'good' ? 'check' : 'warn')} />
      <div>{typeof children === 'string' ? <Message text={children} /> : children}</div>
    </div>
  );
}

export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: Child }) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** How much of an allowance is used; nothing where the allowance is unlimited. */
export function Meter({ label, value, max }: { label: string; value: number; max: number | null }) {
  if (max === null) return null;
  const share = Math.min(1, value / Math.max(1, max));
  const tone = value > max ? 'over' : share > 0.8 ? 'near' : 'fine';
  return <progress class={`meter ${tone}`} max="1000" value={String(Math.round(share * 1000))} aria-label={label} />;
}

export function Stat({ label, value, children }: { label: string; value: Child; children?: Child }) {
  return (
    <div class="stat">
      <div class="stat-label">{label}</div>
      <div class="stat-value">{value}</div>
      {children}
    </div>
  );
}

/** A text with a button that copies it. A secret is masked until the visitor reveals it. */
export function Copyable({ text, label, secret }: { text: string; label: string; secret?: boolean }) {
  return (
    <span class="copyable">
      <code {...(secret && { 'data-secret': text })}>{secret ? `${text.slice(0, 8)}••••••••••••` : text}</code>
      {secret && (
        <button type="button" class="button small quiet" data-reveal>
          Show
        </button>
      )}
      <button type="button" class="button small quiet" data-copy={text} aria-label={`Copy ${label}`}>
        <Icon name="copy" />
        <span>Copy</span>
      </button>
    </span>
  );
}

/** The block scrolls, so `tabindex` makes it reachable by keyboard. */
export function CodeBlock({ children, id, label }: { children: Child; id?: string; label: string }) {
  return (
    <section class="code" tabindex={0} aria-label={label}>
      <pre>
        <code {...(id && { id })}>{children}</code>
      </pre>
    </section>
  );
}
