/** The scopes that a check can prove, in words. A test compares them with those of the check. */
export const READ_SCOPES: Readonly<Record<string, string>> = {
	'read:agents': 'Read agents (read:agents)',
	'read:sources': 'Read sources and training (read:sources)',
	'read:leads': 'Read leads (read:leads)',
	'read:email': 'Read mailboxes (read:email)',
	'read:conversations': 'Read conversations (read:conversations)',
};
