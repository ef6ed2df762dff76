import { z } from 'zod';
import { secretText } from './fields';

/** Shortest gateway token, in characters: what `openssl rand -hex 12` gives. */
const TOKEN_MIN_LENGTH = 24;

/** What a token may do: look, begin and steer things, answer for a person. */
export const TOKEN_ROLES = ['read', 'start', 'decide'] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** Somebody who may call the gateway. */
export const tokenSchema = z.strictObject({
	/** Who uses it; shown by /v1/whoami and in the request log. */
	name: z.string().min(1, 'is empty'),
	token: secretText.min(
		TOKEN_MIN_LENGTH,
		`is shorter than ${TOKEN_MIN_LENGTH} characters; make one with: openssl rand -hex 24`,
	),
	/** Left out: all of them. */
	roles: z
		.array(z.enum(TOKEN_ROLES))
		.min(1, `is empty; leave it out for all roles, or name some of: ${TOKEN_ROLES.join(', ')}`)
		.refine((roles) => new Set(roles).size === roles.length, 'names a role twice')
		.default([...TOKEN_ROLES]),
});

export type TokenConfig = z.infer<typeof tokenSchema>;
