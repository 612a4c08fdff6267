import { minPasswordLength } from '../../../contracts/accounts/passwordRule.ts';
import { Notice } from '../view/components.tsx';
import { Csrf, Field } from '../view/formControls.tsx';
import { SightreadLogo } from '../view/Icon.tsx';

interface SignInProps {
  csrf: string;
  email?: string;
  to?: string;
  done?: string;
  problem?: string;
  isSignUpOpen: boolean;
}

function Brand() {
  return (
    <div class="door-brand">
      <SightreadLogo />
      <span>Sightread</span>
    </div>
  );
}

export function SignInPage({ csrf, email = '', to = '', done, problem, isSignUpOpen }: SignInProps) {
  return (
    <div class="door">
      <Brand />
      <div class="card">
        <h1>Sign in</h1>
        {done && (
          <Notice tone="good" live>
            {done}
          </Notice>
        )}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <form method="post" action="/sign-in" class="stack">
          <Csrf token={csrf} />
          <input type="hidden" name="to" value={to} />
          <Field label="Email" name="email">
            <input
              id="email"
              name="email"
              type="text"
              inputmode="email"
              autocomplete="username"
              required
              value={email}
              autofocus={email === ''}
            />
          </Field>
          <Field label="Password" name="password">
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="current-password"
              required
              autofocus={email !== ''}
            />
          </Field>
          <button type="submit" class="button primary wide">
            Sign in
          </button>
        </form>
      </div>
      <p class="door-foot muted">
        {isSignUpOpen ? (
          <>
            New here? <a href="/sign-up">Create an account</a>
          </>
        ) : (
          'The first start printed the owner’s email and password in the terminal.'
        )}
      </p>
    </div>
  );
}

export function SignUpPage({ csrf, email = '', problem }: Omit<SignInProps, 'isSignUpOpen' | 'to'>) {
  return (
    <div class="door">
      <Brand />
      <div class="card">
        <h1>Create an account</h1>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <form method="post" action="/sign-up" class="stack">
          <Csrf token={csrf} />
          <Field label="Email" name="email">
            <input
              id="email"
              name="email"
              type="email"
              autocomplete="username"
              required
              value={email}
              autofocus={email === ''}
            />
          </Field>
          <Field label="Password" name="password" hint={`At least ${minPasswordLength} characters.`}>
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="new-password"
              minlength={minPasswordLength}
              aria-describedby="password-hint"
              required
              autofocus={email !== ''}
            />
          </Field>
          <button type="submit" class="button primary wide">
            Create account
          </button>
        </form>
      </div>
      <p class="door-foot muted">
        Have an account? <a href="/sign-in">Sign in</a>
      </p>
    </div>
  );
}
