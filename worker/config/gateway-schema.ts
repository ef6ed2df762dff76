import { z } from 'zod';
import {
	addressOrNetwork,
	baseUrl,
	duplicates,
	hostAndPort,
	integer,
	secretText,
	signingSecret,
} from '../settings/fields';
import { boundFields, grantProblems } from './grants';
import { proxySignInSchema } from './proxy-sign-in-schema';
import { TOKEN_ROLES, type TokenRole } from './roles';

/** Shortest gateway token, in characters: what `openssl rand -hex 12` gives. */
const TOKEN_MIN_LENGTH = 24;

/** Roles of a token that names none. A token must name the roles that delete people's data, or read it past every route. */
const DEFAULT_ROLES: readonly TokenRole[] = TOKEN_ROLES.filter((role) => role !== 'erase' && role !== 'decode');

/** Somebody who may call the gateway. */
export const tokenSchema = z
	.strictObject({
		/** Who uses it; shown by /v1/whoami and in the request log. */
		name: z.string().min(1, 'is empty'),
		/** What the caller sends as a bearer token. */
		token: secretText
			.min(TOKEN_MIN_LENGTH, `is shorter than ${TOKEN_MIN_LENGTH} characters; make one with: openssl rand -hex 24`)
			.regex(
				/^[\x21-\x7e]*$/,
				'has a space, or a character that no header can carry; make one with: openssl rand -hex 24',
			),
		/** Default: all but `erase` and `decode`. */
		roles: z
			.array(z.enum(TOKEN_ROLES))
			.min(
				1,
				`is empty; remove it for the default (${DEFAULT_ROLES.join(', ')}), or name some of: ${TOKEN_ROLES.join(', ')}`,
			)
			.refine((roles) => new Set(roles).size === roles.length, 'names a role twice')
			.default([...DEFAULT_ROLES]),
		...boundFields,
	})
	.check(({ value, issues }) => {
		for (const { path, message } of grantProblems(value))
			issues.push({ code: 'custom', input: undefined, path: [path], message });
	});

export type TokenConfig = z.infer<typeof tokenSchema>;

/** How often the gateway may be asked. */
export const limitsSchema = z.strictObject({
	/** Requests a minute with one token: more than a fleet of n8n workers makes. */
	perToken: integer(1, 10_000_000).default(30_000),
	/** Requests a minute from one address where no token is asked for (hooks, reviews), and with tokens that are none. */
	perAddress: integer(1, 10_000_000).default(600),
});

export type LimitsConfig = z.infer<typeof limitsSchema>;

/** Where the gateway listens, and who may call it. */
export const gatewaySchema = z
	.strictObject({
		/** The address of this machine on which it listens. */
		host: z.string().min(1, 'is empty').default('127.0.0.1'),
		/** 0 takes any free port. */
		port: integer(0, 65_535).default(4020),
		tokens: z.array(tokenSchema).default([]),
		/** host:port of every n8n whose resume URL may be called; matched exactly. */
		callbackHosts: z.array(hostAndPort).default([]),
		/** The public address of the gateway. A proxy must remove its path, if it has one. Default: http://host:port. */
		publicUrl: baseUrl.optional(),
		/** Signs callbacks as Standard Webhooks; without it a secret is derived from the current encryption key. */
		signingSecret: signingSecret.optional(),
		limits: limitsSchema.prefault({}),
		/** Addresses or networks of proxies whose X-Forwarded-For is believed. */
		trustedProxies: z.array(addressOrNetwork).default([]),
		/** Signs people in by a header of a reverse proxy. Default: people sign in by a token alone. */
		proxySignIn: proxySignInSchema.optional(),
	})
	.check((context) => {
		if (context.value.proxySignIn !== undefined && context.value.publicUrl === undefined)
			context.issues.push({
				code: 'custom',
				input: undefined,
				path: ['publicUrl'],
				message:
					'is missing; gateway.proxySignIn needs it, because a signed-in person changes things from this address alone',
			});
		for (const [index, name] of duplicates(context.value.tokens.map(({ name }) => name)))
			context.issues.push({
				code: 'custom',
				input: undefined,
				path: ['tokens', index, 'name'],
				message: `"${name}" is used twice; give every token a name of its own`,
			});
		// Otherwise its owner and its roles would be unclear.
		const tokens = context.value.tokens.map(({ token }) => token);
		for (const [index, token] of duplicates(tokens))
			context.issues.push({
				code: 'custom',
				input: undefined,
				path: ['tokens', index, 'token'],
				message: `is the same as that of gateway.tokens[${tokens.indexOf(token)}]; give every name a token of its own`,
			});
	});
