// Generated from api/certificates.ts by `npm run generate`; do not edit.

/** A certificate that was refused, for the person who has to correct it. */
export interface RefusedCertificate {
	/** Completes "a certificate that ...". */
	what: string;
	/** A sentence. */
	todo: string;
}

const NAME_IT =
	'If you trust it, save the certificate of its authority as a PEM file, name the file in NODE_EXTRA_CA_CERTS, and restart the program that sends the request.';
const SELF_SIGNED = { what: 'is self-signed', todo: NAME_IT };
const UNKNOWN_AUTHORITY = { what: 'comes from an authority that this machine does not know', todo: NAME_IT };

/** Node's codes: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const KNOWN: Readonly<Record<string, RefusedCertificate>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
	SELF_SIGNED_CERT_IN_CHAIN: { ...UNKNOWN_AUTHORITY, what: 'comes from a self-signed authority' },
	UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
	CERT_HAS_EXPIRED: { what: 'has expired', todo: 'Renew it on the server.' },
	CERT_NOT_YET_VALID: { what: 'is not valid yet', todo: 'Check the clocks of both machines.' },
	ERR_TLS_CERT_ALTNAME_INVALID: {
		what: 'is for another host name',
		todo: 'Use a name of the certificate in the address.',
	},
};
const OTHERS = /^(?:CERT_|CRL_|UNABLE_TO_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/;

/** @param code of an error. Null: it is not about a certificate */
export function refusedCertificate(code: string): RefusedCertificate | null {
	if (Object.hasOwn(KNOWN, code)) return KNOWN[code] ?? null;
	return OTHERS.test(code) ? { what: 'is not accepted', todo: 'Check the certificate of the server.' } : null;
}
