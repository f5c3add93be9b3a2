import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** Wrong values in a response of the authenticator, which the desk must refuse. */
export type Faults = { origin?: string; rpId?: string; unverified?: boolean; type?: string };

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

/** An authenticator in software, with one ES256 passkey for the desk at `origin`. */
export function softwarePasskey(origin: () => string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: faults.origin ?? origin(), crossOrigin: false }));

  const authenticatorData = (faults: Faults, flags: number, credential: Buffer = Buffer.alloc(0)) => {
    counter += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | userPresent | (faults.unverified ? 0 : userVerified));
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(faults.rpId ?? new URL(origin()).hostname), head, credential]);
  };

  // CBOR of the COSE key { kty: EC2, alg: ES256, crv: P-256, x, y }.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  const shared = { id: id.toString('base64url'), rawId: id.toString('base64url'), clientExtensionResults: {} };

  return {
    id: shared.id,
    /** The enrolled passkey, for the virtual authenticator of a browser (DevTools protocol, WebAuthn.addCredential). */
    get credential() {
      return {
        credentialId: id.toString('base64'),
        isResidentCredential: true,
        rpId: new URL(origin()).hostname,
        privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
        userHandle: Buffer.from(userHandle, 'base64url').toString('base64'),
        signCount: counter,
      };
    },
    /** Answers the options of an enrolment. */
    register({ challenge, user }: { challenge: string; user?: { id: string } }, faults: Faults = {}) {
      userHandle = user?.id ?? '';
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey]);
      const data = authenticatorData(faults, hasCredential, credential);
      // CBOR of { fmt: 'none', attStmt: {}, authData: … }.
      const attestation = Buffer.concat([
        Buffer.from(`a363666d74646e6f6e656761747453746d74a068617574684461746158`, 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...shared,
        type: 'public-key',
        response: {
          clientDataJSON: clientData(faults.type ?? 'webauthn.create', challenge, faults).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Answers the options of a sign-in or of a step-up. */
    authenticate({ challenge }: { challenge: string }, faults: Faults = {}) {
      const clientDataJson = clientData(faults.type ?? 'webauthn.get', challenge, faults);
      const data = authenticatorData(faults, 0);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJson)]), privateKey);
      return {
        ...shared,
        type: 'public-key',
        response: {
          clientDataJSON: clientDataJson.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
