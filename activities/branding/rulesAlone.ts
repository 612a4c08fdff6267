/** Why a profile is not what a language model would have made of it. */
export function rulesAlone({ hasModel }: { hasModel: boolean }): string {
  const reason = hasModel ? 'The language model did not answer' : 'No language model is configured';
  return `${reason}: colors, logo, buttons and personality come from rules alone.`;
}
