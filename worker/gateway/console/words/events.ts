/** Events that people can subscribe to, in words. A test compares them with the events there are. */
export const EVENTS: Readonly<Record<string, string>> = {
	'task.completed': 'A task came to its end',
	'task.failed': 'A task failed, or did not do what was asked',
	'review.requested': 'A mail or a plan waits for a review',
	'email.outcome': 'The outcome of a mail is known',
	'schedule.digest': 'A scheduled retrain ended',
	'sync.blocked': 'A lead sync is blocked',
	'lead.refused': 'A destination refused leads',
	'report.ready': 'A weekly report is ready',
	'task.late': 'A run will not be done in time',
	'sync.resumed': 'A blocked sync works again',
	'schedule.recovered': 'A schedule works again',
	'connection.failing': 'A connection fails',
	'connection.recovered': 'A connection works again',
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
