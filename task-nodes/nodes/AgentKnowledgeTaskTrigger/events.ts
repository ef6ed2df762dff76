import type { INodePropertyOptions } from 'n8n-workflow';

/** The events of the gateway, in the order of the editor's list. A test compares them with the worker's. */
export const eventOptions = [
	{
		name: 'Connection Failing',
		value: 'connection.failing',
		description: 'The service has accepted no call of a connection for a minute',
	},
	{
		name: 'Connection Recovered',
		value: 'connection.recovered',
		description: 'A connection that was reported as failing has worked for a minute',
	},
	{
		name: 'Email Outcome',
		value: 'email.outcome',
		description: 'The outcome of an approved email is known, for every address',
	},
	{
		name: 'Lead Refused',
		value: 'lead.refused',
		description: 'The destination of a lead sync refused leads, once per page',
	},
	{
		name: 'Report Ready',
		value: 'report.ready',
		description: 'A weekly report is made, with the numbers of the week and the week before',
	},
	{
		name: 'Review Requested',
		value: 'review.requested',
		description: 'A person has to decide on an email. Needs a token with the role decide.',
	},
	{
		name: 'Schedule Digest',
		value: 'schedule.digest',
		description: 'A nightly retrain did not retrain every agent, or missed runs',
	},
	{
		name: 'Schedule Recovered',
		value: 'schedule.recovered',
		description: 'A run of a schedule did what it should, after one that failed or was missed',
	},
	{
		name: 'Sync Blocked',
		value: 'sync.blocked',
		description: 'A lead sync does not move: too many refused leads, or requests that have failed for 5 minutes',
	},
	{
		name: 'Sync Resumed',
		value: 'sync.resumed',
		description: 'A sync that was reported as blocked has moved for a minute',
	},
	{
		name: 'Task Completed',
		value: 'task.completed',
		description: 'A task came to its end. Its result is not in the event; get it by the task ID.',
	},
	{
		name: 'Task Failed',
		value: 'task.failed',
		description: 'A task failed, timed out, was cancelled, or ended without doing what was asked',
	},
	{
		name: 'Task Late',
		value: 'task.late',
		description: 'A run of a schedule or hook will probably not be done in time',
	},
] as const satisfies INodePropertyOptions[];
