import { DatabaseError } from 'pg';
import { z } from 'zod';

const failureSchema = z.looseObject({ message: z.string().catch(''), code: z.string().optional() });

/** The database's message, without values and without the address. */
export function databaseWords(error: unknown): string {
	if (error instanceof DatabaseError) return `${error.message} (${error.code ?? 'without code'})`;
	const { message = '', code } = failureSchema.safeParse(error).data ?? {};
	if (code === undefined) return message;
	return TLS.test(code) ? `its certificate is not trusted (${code})` : `the worker could not reach it (${code})`;
}

/** What to do about errors that say how the address or a pooler is set, by their message or code. */
const ADVICE: ReadonlyArray<[test: (error: { message: string; code: string }) => boolean, advice: string]> = [
	[
		({ message }) => message.includes('unsupported startup parameter'),
		'A pooler such as PgBouncer takes no settings at the start of a connection, and the worker itself sends none. Remove the setting from the parameters of the url',
	],
	[
		({ message }) => message.includes('transaction blocks not allowed'),
		"The pooler works statement by statement. Set its pool_mode to transaction or session, or use the database's own port",
	],
	[
		({ code }) => UNKNOWN_ISSUER.has(code),
		'This machine does not know the authority that signed the certificate. Save the CA certificate of the database as a file on every machine with a worker or gateway, and add sslmode=verify-full&sslrootcert=/path/to/ca.pem to the parameters of the url. sslmode=no-verify encrypts too, but does not check who answers',
	],
	[
		({ code }) => code === 'ERR_TLS_CERT_ALTNAME_INVALID',
		'The certificate is for another host name. Use the name of the certificate in the url. sslmode=no-verify encrypts too, but does not check who answers',
	],
	[({ code }) => code === 'CERT_HAS_EXPIRED', 'Renew the certificate of the database'],
	[
		({ message }) => message.includes('does not support SSL'),
		'Remove sslmode from the parameters of the url if the network between worker and database is trusted, or set up TLS at the database',
	],
	[
		({ message }) => WANTS_TLS.test(message),
		'The database wants TLS. Add sslmode=verify-full to the parameters of the url',
	],
	[({ code }) => code.startsWith('28'), 'Correct the user name or the password in the url'],
	[
		({ message, code }) => code === '3D000' || message.includes('no such database'),
		'Correct the name of the database in the url, or create the database',
	],
	[
		({ message, code }) => code === 'ENOENT' && !message.startsWith('connect'),
		'Correct the path of the certificate or key in the parameters of the url',
	],
];

/** As PostgreSQL, PgBouncer and providers say it. */
const WANTS_TLS = /no encryption|SSL off|(?:SSL|TLS) (?:connection )?(?:is )?required|connection is insecure/i;
const UNKNOWN_ISSUER = new Set([
	...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_GET_ISSUER_CERT'],
	...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_UNTRUSTED'],
]);
const TLS = /^(?:CERT_|ERR_TLS_CERT_|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|(?:SELF_SIGNED|DEPTH_ZERO_SELF_SIGNED)_CERT)/;

/** What to do now; null if the error names nothing that the worker knows. Without a full stop. */
export function databaseAdvice(error: unknown): string | null {
	const { message = '', code = '' } = failureSchema.safeParse(error).data ?? {};
	return ADVICE.find(([test]) => test({ message, code }))?.[1] ?? null;
}
