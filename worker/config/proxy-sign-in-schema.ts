import { z } from 'zod';
import { addressOrNetwork, duplicates, secretText } from '../settings/fields';
import { selectorSchema } from '../../workflows/task/selector-contract';
import { boundFields, grantProblems } from './grants';
import { PERSON_ROLES } from './roles';

/** Shortest secret of a proxy, in characters: what `openssl rand -hex 12` gives. */
const SECRET_MIN_LENGTH = 24;

/** A comma would come from two headers that a proxy joined, and nobody sees a control character. */
const USER_NAME = /^[^\p{C}\p{Zl}\p{Zp},]{1,200}$/u;

/** Headers that every client may send, or that the gateway itself reads. */
const OTHER_HEADERS =
	/^(accept|authorization|connection|content|cookie|expect|forwarded|from|host|idempotency|origin|range|referer|sec|te|transfer|upgrade|user-agent|via|x-forwarded-(for|host|port|proto)|x-proxy-secret|x-real-ip|x-requested-with)\b/i;

/** Whether a proxy may send this as the name of a user or a group: 1 to 200 visible characters, without a comma. */
export function isUserName(text: string): boolean {
	return USER_NAME.test(text) && text === text.trim();
}

const userName = z
	.string()
	.refine(isUserName, 'is not a valid name; use 1 to 200 visible characters without a comma or a space at an end');

const headerName = z
	.string()
	.regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header, such as Remote-User')
	.refine((name) => !OTHER_HEADERS.test(name), 'is a header with another meaning; use one such as Remote-User');

const roles = z
	.array(z.enum(PERSON_ROLES))
	.min(1, `is empty; name some of: ${PERSON_ROLES.join(', ')}`)
	.refine((named) => duplicates(named).length === 0, 'names a role twice');

/** People who see and use some connections only. */
const bound = z
	.strictObject({
		/** The users' names, matched exactly. */
		users: z.array(userName).default([]),
		/** The names of groups, matched exactly. */
		groups: z.array(userName).default([]),
		/** Their roles there. */
		roles,
		...boundFields,
		/** Selector of the connections that they see and use, such as `client=acme`. */
		connections: selectorSchema,
	})
	.check(({ value, issues }) => {
		for (const { path, message } of grantProblems(value))
			issues.push({ code: 'custom', input: undefined, path: [path], message });
		if (value.users.length + value.groups.length === 0)
			issues.push({ code: 'custom', input: undefined, path: [], message: 'names nobody; add users or groups' });
	});

/** People who sign in at a reverse proxy, which names them in a header. A person has all roles that apply, together. */
export const proxySignInSchema = z
	.strictObject({
		/** Addresses or networks of these proxies. The header counts only if the connection itself comes from there. */
		proxies: z
			.array(addressOrNetwork.refine((text) => !text.endsWith('/0'), 'allows every address; name the proxy'))
			.min(1, 'is empty; name the address of the proxy that signs people in'),
		/**
		 * The proxy sends it in X-Proxy-Secret. Without it, every program that can connect from one of the addresses can
		 * name any user.
		 */
		secret: secretText
			.min(SECRET_MIN_LENGTH, `is shorter than ${SECRET_MIN_LENGTH} characters; make one with: openssl rand -hex 24`)
			.optional(),
		/** The header with the user's name. */
		userHeader: headerName.default('Remote-User'),
		/** The header with the user's groups, separated by commas. Read only if `groups` names one. */
		groupsHeader: headerName.default('Remote-Groups'),
		/** Roles by the user's name, matched exactly. */
		users: z.record(userName, roles).default({}),
		/** Roles by the name of a group, matched exactly. */
		groups: z.record(userName, roles).default({}),
		/** Roles of every user that the proxy names. Default: none. */
		everyone: roles.optional(),
		/** More roles, for some connections only. */
		bound: z.array(bound).default([]),
		/** Where people sign out at the proxy. Default: the console shows no such link. */
		signOutUrl: z
			.string()
			.trim()
			.refine(isHttpOrPath, 'must be an https:// address, or a path such as /oauth2/sign_out')
			.optional(),
	})
	.check(({ value: { userHeader, groupsHeader, users, groups, everyone, bound: some }, issues }) => {
		const isSame = userHeader.toLowerCase() === groupsHeader.toLowerCase();
		if (isSame)
			issues.push({
				code: 'custom',
				input: undefined,
				path: ['groupsHeader'],
				message: 'is the same as userHeader; the proxy needs a header for each',
			});
		if (everyone === undefined && some.length === 0 && [users, groups].every((each) => Object.keys(each).length === 0))
			issues.push({
				code: 'custom',
				input: undefined,
				path: [],
				message: 'gives no person a role; add users, groups, or roles for everyone',
			});
	});

export type ProxySignInConfig = z.output<typeof proxySignInSchema>;

/** Who may do what. A running gateway reloads it. */
export type PersonRoles = Pick<ProxySignInConfig, 'users' | 'groups' | 'everyone' | 'bound'>;

function isHttpOrPath(text: string): boolean {
	return /^(https?:\/\/|\/(?![/\\]))/i.test(text) && URL.canParse(text, 'https://gateway.invalid');
}
