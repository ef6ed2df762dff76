import { z } from 'zod';
import { secretText } from './fields';

/** Shortest gateway token, in characters: what `openssl rand -hex 12` gives. */
const TOKEN_MIN_LENGTH = 24;

/** What a token may do: look, begin and steer things, answer for a person, find and erase a person's data, decrypt what Temporal keeps. */
export const TOKEN_ROLES = ['read', 'start', 'decide', 'erase', 'decode'] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** Of a token that names none. Whoever may delete people's data for good, or read it past every route, is named. */
const DEFAULT_ROLES: readonly TokenRole[] = TOKEN_ROLES.filter((role) => role !== 'erase' && role !== 'decode');

/** Somebody who may call the gateway. */
export const tokenSchema = z.strictObject({
	/** Who uses it; shown by /v1/whoami and in the request log. */
	name: z.string().min(1, 'is empty'),
	token: secretText
		.min(TOKEN_MIN_LENGTH, `is shorter than ${TOKEN_MIN_LENGTH} characters; make one with: openssl rand -hex 24`)
		.regex(
			/^[\x21-\x7e]*$/,
			'has a blank, or a character that no request can carry; make one with: openssl rand -hex 24',
		),
	/** Left out: all but `erase` and `decode`. */
	roles: z
		.array(z.enum(TOKEN_ROLES))
		.min(1, `is empty; leave it out for ${DEFAULT_ROLES.join(', ')}, or name some of: ${TOKEN_ROLES.join(', ')}`)
		.refine((roles) => new Set(roles).size === roles.length, 'names a role twice')
		.default([...DEFAULT_ROLES]),
});

export type TokenConfig = z.infer<typeof tokenSchema>;
