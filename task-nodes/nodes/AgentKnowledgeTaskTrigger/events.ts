import type { INodePropertyOptions } from 'n8n-workflow';

/** The events of the gateway, in the order of the editor's list. A test compares them with the worker's. */
export const eventOptions = [
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
		name: 'Sync Blocked',
		value: 'sync.blocked',
		description: 'A lead sync does not move: too many refused leads, or requests that have failed for half an hour',
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
