/** The pieces that pages are put together from. */
import type { Child } from 'hono/jsx';
import { Icon, type IconName } from './Icon.tsx';

export const PageHead = ({ title, lead, children }: { title: string; lead?: Child; children?: Child }) => (
  <header class="page-head">
    <div>
      <h1>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
    </div>
    {children && <div class="actions">{children}</div>}
  </header>
);

interface CardProps {
  title?: string;
  lead?: Child;
  id?: string;
  children?: Child;
  actions?: Child;
}

export const Card = ({ title, lead, id, actions, children }: CardProps) => (
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

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'accent';

export const Pill = ({ tone = 'plain', children }: { tone?: Tone; children: Child }) => (
  <span class={`pill ${tone}`}>{children}</span>
);

interface NoticeProps {
  tone: Tone;
  icon?: IconName;
  live?: boolean;
  children?: Child;
}

export const Notice = ({ tone, icon, live, children }: NoticeProps) => (
  <div class={`notice ${tone}`} {...(live && { role: 'status' })}>
    <Icon name={icon ?? (tone === 'good' ? 'check' : 'warn')} />
    <div>{children}</div>
  </div>
);

export const Empty = ({ icon, title, children }: { icon: IconName; title: string; children?: Child }) => (
  <div class="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children}
  </div>
);

/** How much of an allowance is used; a full line where there is none. */
export const Meter = ({ label, value, most }: { label: string; value: number; most: number | null }) => {
  const share = most === null ? 0 : Math.min(1, value / Math.max(1, most));
  const tone = most !== null && value > most ? 'over' : share > 0.8 ? 'near' : 'fine';
  return <progress class={`meter ${tone}`} max="1000" value={String(Math.round(share * 1000))} aria-label={label} />;
};

export const Stat = ({ label, value, children }: { label: string; value: Child; children?: Child }) => (
  <div class="stat">
    <div class="stat-label">{label}</div>
    <div class="stat-value">{value}</div>
    {children}
  </div>
);

/** A text to take away, with a button that does. */
export const Copyable = ({ text, label, secret }: { text: string; label: string; secret?: boolean }) => (
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

export const Csrf = ({ token }: { token: string }) => <input type="hidden" name="csrf" value={token} />;

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
export const Confirm = ({ id, action, csrf, open, label, title, yes, children }: ConfirmProps) => (
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

interface FieldProps {
  label: string;
  name: string;
  hint?: Child;
  children: Child;
}

export const Field = ({ label, name, hint, children }: FieldProps) => (
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

/** It scrolls, so it has to be reached by keyboard. */
export const CodeBlock = ({ children, id, label }: { children: Child; id?: string; label: string }) => (
  <section class="code" tabindex={0} aria-label={label}>
    <pre>
      <code {...(id && { id })}>{children}</code>
    </pre>
  </section>
);
