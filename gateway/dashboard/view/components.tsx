/** The pieces that pages are put together from. */
import type { Child } from 'hono/jsx';
import { Icon, type IconName } from './Icon.tsx';

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
      <div>{children}</div>
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

/** How much of an allowance is used; a full line where there is none. */
export function Meter({ label, value, most }: { label: string; value: number; most: number | null }) {
  const share = most === null ? 0 : Math.min(1, value / Math.max(1, most));
  const tone = most !== null && value > most ? 'over' : share > 0.8 ? 'near' : 'fine';
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

/** A text to take away, with a button that does. */
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

export function Csrf({ token }: { token: string }) {
  return <input type="hidden" name="csrf" value={token} />;
}

interface ConfirmProps {
  id: string;
  action: string;
  csrf: string;
  /** What stands on the button that opens the question, and on the one that answers it. */
  open: Child;
  label?: string;
  title: string;
  yes: string;
  children?: Child;
}

/** Asks once before something that cannot be taken back. Works without a script. */
export function Confirm({ id, action, csrf, open, label, title, yes, children }: ConfirmProps) {
  return (
    <>
      <button type="button" class="button small danger" popovertarget={id} {...(label && { 'aria-label': label })}>
        {open}
      </button>
      <div id={id} popover="auto" class="confirm" role="dialog" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
        <form method="post" action={action} class="actions">
          <Csrf token={csrf} />
          <button type="button" class="button" popovertarget={id} popovertargetaction="hide">
            Keep it
          </button>
          <button type="submit" class="button danger solid">
            {yes}
          </button>
        </form>
      </div>
    </>
  );
}

interface FieldProps {
  label: string;
  name: string;
  hint?: Child;
  children: Child;
}

export function Field({ label, name, hint, children }: FieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {children}
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** It scrolls, so it has to be reached by keyboard. */
export function CodeBlock({ children, id, label }: { children: Child; id?: string; label: string }) {
  return (
    <section class="code" tabindex={0} aria-label={label}>
      <pre>
        <code {...(id && { id })}>{children}</code>
      </pre>
    </section>
  );
}
