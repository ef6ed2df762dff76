/** Events that people can subscribe to, in words: each that something works again is below its trouble. A test compares them with the events there are. */
export const EVENTS: Readonly<Record<string, string>> = {
	'task.completed': 'A task came to its end',
	'task.failed': 'A task failed, or did not do what was asked',
	'review.requested': 'A mail or a plan waits for a review',
	'email.outcome': 'The outcome of a mail is known',
	'schedule.digest': 'A scheduled retrain ended',
	'schedule.recovered': 'A schedule works again',
	'task.late': 'A run will not be done in time',
	'sync.blocked': 'A sync has been blocked for 5 minutes',
	'sync.resumed': 'A sync that was blocked for 5 minutes works again',
	'connection.failing': 'A connection fails',
	'connection.recovered': 'A connection works again',
	'lead.refused': 'A destination refused leads',
	'report.ready': 'A weekly report is ready',
};

/** The formats of subscriptions, in words. A test compares them with the formats there are. */
export const FORMATS: Readonly<Record<string, string>> = {
	slack: 'Slack',
	teams: 'Microsoft Teams',
	email: 'Email',
	events: 'Signed events for a program',
};

/** The outcomes of deliveries, in words. A test compares them with the outcomes there are. */
export const DELIVERIES: Readonly<Record<string, string>> = {
	pending: 'Pending',
	delivered: 'Delivered',
	not_wanted: 'Not sent: the subscription no longer wants it',
	unknown: 'Outcome unknown',
	failed: 'Failed',
};
