/** A message of the API. Names of fields, which it has between backticks, are shown as code. */
export function Message({ text }: { text: string }) {
  const parts = text.split(/`([^`]+)`/);
  return <>{parts.map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>;
}
