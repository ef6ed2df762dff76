/** Fields whose value is never logged. The headers are in the spelling of Node and of axios. */
const SECRET_FIELDS = [
	...['authorization', 'Authorization', 'apiKey', 'token', 'accessToken', 'secret', 'signingSecret', 'cookie'],
	'password',
];

/** Addresses that may carry a secret in their query, such as the signature of n8n's resume URL. */
const ADDRESS_FIELDS = ['callbackUrl', 'url'];

const PREFIXES = ['', '*.', '*.*.', '*.*.*.', '*.*.*.*.'];

/** The secret and the address fields, down to four levels below the logged object. */
export const REDACTED_PATHS = PREFIXES.flatMap((prefix) =>
	[...SECRET_FIELDS, ...ADDRESS_FIELDS].map((field) => prefix + field),
);

/** A secret becomes `[redacted]`; an address keeps everything but its query and its user. */
export function censor(value: unknown, path: string[]): unknown {
	const field = path.at(-1);
	if (field === undefined || !ADDRESS_FIELDS.includes(field)) return '[redacted]';
	return typeof value === 'string' ? addressWithoutSecrets(value) : '[redacted]';
}

/** The address without user, password, query and fragment. A path alone works too. */
function addressWithoutSecrets(address: string): string {
	const path = address.replace(/[?#].*/s, '');
	return path.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1');
}
