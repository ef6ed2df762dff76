/** The permissions an API key can have (specification, part 5). */
export const SCOPES = [
	'read:agents',
	'read:analytics',
	'read:conversations',
	'read:sources',
	'read:knowledge',
	'read:qa',
	'read:leads',
	'read:cod',
	'read:usage',
	'write:sources',
	'write:qa',
	'write:chat',
	'read:email',
	'write:email',
	'write:conversations',
] as const;

export type Scope = (typeof SCOPES)[number];
