/** What a task does at each stage, for people. A test compares it with the definitions of the tasks. */
export const STAGES: Readonly<Record<string, string>> = {
	selecting: 'Finding the rows',
	acting: 'Acting on the rows',
	reporting: 'Writing the result',
	looking: 'Checking the current state',
	waiting: 'Waiting for a training run to end',
	starting: 'Starting the training',
	settling: 'Checking the effect of a lost response',
	training: 'Training',
	reading: 'Reading from the service',
	planning: 'Comparing',
	deciding: 'Waiting for a decision on the plan',
	applying: 'Bringing items into step',
	listing: 'Listing conversations',
	transcripts: 'Reading transcripts',
	assembling: 'Writing the file',
	conversations: 'Reading conversations',
	syncing: 'Syncing',
	'handing-out': 'Handing out leads to the n8n flow',
	unpublished: 'Waiting until the n8n flow is published',
	retrying: 'Retrying refused leads',
	paused: 'Paused',
	running: 'Running for each connection',
	full: 'Blocked: too many leads are refused',
	drafting: 'Drafting the mail',
	reviewing: 'Waiting for a decision on the mail',
	sending: 'Sending',
	following: 'Following the delivery',
	uncertain: 'Waiting for a person to say whether the mail was sent',
	resuming: "Resuming the agent's automatic replies",
	adding: 'Adding sources',
	indexing: 'Waiting until the sources are read',
	proving: 'Looking for the changes by searches',
	completed: 'Completed',
	failed: 'Failed',
	cancelled: 'Cancelled',
	timed_out: 'Timed out',
};

/** The names of the actions of tasks, on buttons. A test compares them with the definitions of the tasks. */
export const ACTIONS: Readonly<Record<string, string>> = {
	'sync-now': 'Sync now',
	pause: 'Pause',
	resume: 'Resume',
	'retry-refused': 'Retry refused leads',
	'dismiss-refused': 'Dismiss refused leads',
	'resend-result': 'Notify subscribers again',
	retry: 'Retry',
	'retry-failed': 'Retry failed agents',
};

/** How far back a look of a sync goes, for leads that arrive late. A test compares it with the sync. */
export const LOOKS_BACK_MINUTES = 10;

/** Names of inputs and results that say too little when they are taken apart. */
const NAMES: Readonly<Record<string, string>> = {
	adopted: 'The run was active already',
	n8n: 'n8n',
	ambiguous: 'A response was lost',
	postAttempts: 'Training requests',
	looks: 'Checks after a lost response',
	assumed: 'Concluded without proof',
	endSeen: 'The service showed the end',
	audit: 'Audit of the requests',
	gone: 'Deleted meanwhile',
	stepsBack: 'Pages read again',
	cutCells: 'Shortened cells',
	sharedFields: 'Leads with fields as JSON',
	undated: 'Conversations without a time',
	agent_gone: 'Of agents deleted meanwhile',
	no_id: 'Without an ID',
	partitions: 'Files per day',
	codConfirmed: 'COD orders confirmed',
	codRate: 'COD confirmation rate',
	sha256: 'Checksum (SHA-256)',
	toCount: 'Recipients',
	ccCount: 'Recipients of copies',
	reviewersCount: 'Reviewers',
};

/** A name of the API as people read it: `intervalSeconds` is "Interval seconds". */
export function humanised(name: string): string {
	const known = wordOf(NAMES, name);
	if (known !== undefined) return known;
	const words = name
		.replace(/[_-]/g, ' ')
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A number with its noun: `1 lead`, `1,200 leads`. */
export function counted(count: number, one: string, many = `${one}s`): string {
	return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** The word for a name that the gateway sent. Undefined if there is none, also for `constructor` and its like. */
export function wordOf(words: Readonly<Record<string, string>>, name: string): string | undefined {
	return Object.hasOwn(words, name) ? words[name] : undefined;
}
