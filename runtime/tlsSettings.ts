interface TlsSettings {
  TEMPORAL_TLS?: boolean | undefined;
  TEMPORAL_TLS_CA?: string | undefined;
  TEMPORAL_TLS_CERT?: string | undefined;
  TEMPORAL_TLS_KEY?: string | undefined;
  TEMPORAL_TLS_SERVER_NAME?: string | undefined;
  MONGODB_URI?: string | undefined;
  MONGODB_TLS_CA?: string | undefined;
  MINIO_ENDPOINT?: string | undefined;
  MINIO_TLS_CA?: string | undefined;
}

const detailsOfTemporal = [
  'TEMPORAL_TLS_CA',
  'TEMPORAL_TLS_CERT',
  'TEMPORAL_TLS_KEY',
  'TEMPORAL_TLS_SERVER_NAME',
] as const;

/** What is wrong with the settings for TLS as a whole; each by itself is fine. */
export function tlsProblems(settings: TlsSettings): string[] {
  const { TEMPORAL_TLS, TEMPORAL_TLS_CERT, TEMPORAL_TLS_KEY, MONGODB_URI = '', MINIO_ENDPOINT = '' } = settings;
  const problems: string[] = [];
  const details = detailsOfTemporal.filter((name) => settings[name] !== undefined);
  if (!TEMPORAL_TLS && details.length > 0)
    problems.push(`${details.join(', ')} has no effect: set TEMPORAL_TLS=true too`);
  if ((TEMPORAL_TLS_CERT === undefined) !== (TEMPORAL_TLS_KEY === undefined)) {
    problems.push('TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY belong together: set both or none');
  }
  if (settings.MONGODB_TLS_CA && !/^mongodb\+srv:|[?&](tls|ssl)=true(&|$)/.test(MONGODB_URI)) {
    problems.push('MONGODB_TLS_CA has no effect: add tls=true to the options of MONGODB_URI');
  }
  if (settings.MINIO_TLS_CA && !MINIO_ENDPOINT.startsWith('https:')) {
    problems.push('MINIO_TLS_CA has no effect: MINIO_ENDPOINT is not an https address');
  }
  return problems;
}
