import type { Child } from 'hono/jsx';

export function Csrf({ token }: { token: string }) {
  return <input type="hidden" name="csrf" value={token} />;
}

interface ConfirmProps {
  id: string;
  action: string;
  csrf: string;
  /** The content of the button that opens the dialog. */
  trigger: Child;
  /** The accessible name of that button, where its content is an icon. */
  triggerLabel?: string;
  title: string;
  /** The label of the button that confirms. */
  confirmLabel: string;
  children?: Child;
}

/** A confirmation dialog before something that cannot be undone. It works without a script. */
export function Confirm(props: ConfirmProps) {
  const { id, action, csrf, trigger, triggerLabel, title, confirmLabel, children } = props;
  return (
    <>
      <button
        type="button"
        class="button small danger"
        popovertarget={id}
        {...(triggerLabel && { 'aria-label': triggerLabel })}
      >
        {trigger}
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
            {confirmLabel}
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
