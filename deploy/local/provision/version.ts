/** Compares dotted versions number by number: 1.30 is newer than 1.9. */
export function isAtLeast(version: string, minVersion: string): boolean {
  const [actual, required] = [version, minVersion].map((text) => text.split('.').map(Number));
  for (const [index, requiredNumber] of (required ?? []).entries()) {
    const actualNumber = actual?.[index] ?? 0;
    if (actualNumber !== requiredNumber) return actualNumber > requiredNumber;
  }
  return true;
}
