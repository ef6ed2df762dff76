// @ts-check

/** What a task does at each stage, for people; a test holds it against the catalogue of tasks. */
export const STAGES = /** @type {Readonly<Record<string, string>>} */ ({
	looking: 'Checking the current state',
	waiting: 'Waiting for a training run to end',
	starting: 'Starting the training',
	settling: 'Checking the effect of a lost response',
	training: 'Training',
	reading: 'Reading leads',
	assembling: 'Writing the file',
	syncing: 'Syncing',
	'handing-out': 'Handing out leads to the n8n flow',
	unpublished: 'Waiting until the n8n flow is published',
	retrying: 'Retrying refused leads',
	paused: 'Paused',
	full: 'Blocked: too many leads are refused',
	drafting: 'Drafting the mail',
	reviewing: 'Waiting for a decision on the mail',
	sending: 'Sending',
	following: 'Following the delivery',
	uncertain: 'Waiting for a person to say whether the mail was sent',
	resuming: "Resuming the agent's automatic replies",
	adding: 'Adding sources',
	indexing: 'Waiting until the sources are read',
	completed: 'Completed',
	failed: 'Failed',
	cancelled: 'Cancelled',
	timed_out: 'Timed out',
});

/** What buttons say. */
export const ACTIONS = /** @type {Readonly<Record<string, string>>} */ ({
	'sync-now': 'Sync now',
	pause: 'Pause',
	resume: 'Resume',
	'retry-refused': 'Retry refused leads',
	'dismiss-refused': 'Dismiss refused leads',
	'resend-result': 'Notify subscribers again',
});

/**
 * A name out of the API as people read it: `intervalSeconds` is "Interval seconds".
 * @param {string} name
 */
export function humanised(name) {
	const words = name
		.replace(/[_-]/g, ' ')
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
	return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
