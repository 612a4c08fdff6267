import { generate } from 'selfsigned';

const dayMs = 86_400_000;

/** A self-signed certificate, which can also be trusted as an authority. */
export async function certificate(name: string, { days = 30 } = {}) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 60 * dayMs),
    notAfterDate: new Date(Date.now() + days * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  });
  return { key, cert };
}
