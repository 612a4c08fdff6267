import { type Plans, readPlans } from './plans.ts';
import { parseSettings, type Settings, SettingsProblems } from './settings.ts';

/** Settings that name a plan of PLANS_FILE. */
const planSettings = ['BOOTSTRAP_PLAN', 'SIGNUP_PLAN'] as const;

/** The settings together with the plans that they name; every problem of both is reported at once. */
export function readConfiguration(env: Record<string, string | undefined>): { settings: Settings; plans: Plans } {
  const { settings, problems } = parseSettings(env);
  const { PLANS_FILE: plansFile = '' } = settings;
  const plans = tryReadPlans(plansFile, problems);
  for (const name of planSettings) {
    const plan = settings[name];
    if (plans && plan !== undefined && !Object.hasOwn(plans, plan)) {
      const names = Object.keys(plans).join(', ');
      problems.push(`${name} must be one of the plans in ${plansFile}: ${names} (it is ${JSON.stringify(plan)})`);
    }
  }
  if (problems.length > 0 || !plans) throw new SettingsProblems(problems);
  return { settings: settings as Settings, plans };
}

function tryReadPlans(path: string, problems: string[]): Plans | undefined {
  try {
    return readPlans(path);
  } catch (cause) {
    problems.push(`PLANS_FILE cannot be used: ${cause instanceof Error ? cause.message : cause}`);
    return undefined;
  }
}
