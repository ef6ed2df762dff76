import { EMAIL_TASK } from '../../workflows/email/contract';
import { CONNECTION } from '../../workflows/connection-incident/incident';
import { type EventData, type EventType, type TaskEvent } from '../../workflows/task/event';

/** Dates of samples are invented too, so the same sample is always the same event. */
const AT = '2026-01-31T09:00:00.000Z';
const AN_HOUR_LATER = '2026-01-31T10:00:00.000Z';
const LATER = '2026-02-03T09:00:00.000Z';

type SampleTask = Pick<TaskEvent['task'], 'type' | 'agentId'>;

const SAMPLES: { [Type in EventType]: { task: SampleTask; data: EventData[Type] } } = {
	'task.completed': {
		task: of('retrain-and-wait'),
		data: {
			status: 'completed',
			succeeded: true,
			needsAttention: false,
			ended: { outcome: 'finished', word: 'Completed', tone: 'good', needsAttention: false },
			error: null,
		},
	},
	'task.failed': {
		task: of('retrain-and-wait'),
		data: {
			status: 'failed',
			error: {
				type: 'training_failed',
				title: 'The training run failed',
				status: 409,
				detail: 'A sample: the service could not read the website.',
				issues: [],
			},
			ended: { outcome: 'failed', word: 'Failed', tone: 'bad', needsAttention: true },
		},
	},
	'review.requested': {
		task: of(EMAIL_TASK),
		data: {
			question: 1,
			kind: 'approval',
			hash: 'sample',
			subject: 'Your order 1001',
			expiresAt: LATER,
			keyVersion: 'sample',
			reminder: false,
		},
	},
	'email.outcome': {
		task: of(EMAIL_TASK),
		data: {
			outcome: 'sent',
			sessionId: 'email:sample',
			outcomes: [{ address: 'ada@example.com', status: 'delivered', occurredAt: AT, reason: null }],
			needsAttention: false,
		},
	},
	'schedule.digest': {
		task: { type: 'nightly-retrain', agentId: null },
		data: {
			message: '4 of 5 agents were retrained, 1 failed.',
			counts: { completed: 4, failed: 1, timed_out: 0, cancelled: 0, not_started: 0, missed: 0, skipped: 0 },
			allWell: false,
			needsAttention: true,
		},
	},
	'task.late': {
		task: { type: 'nightly-retrain', agentId: null },
		data: {
			source: 'schedule',
			name: 'nightly',
			state: 'running',
			finishBy: AT,
			expectedAt: '2026-01-31T09:40:00.000Z',
			message: 'A sample: the run of the schedule nightly should be done by 09:00 (UTC) and still runs.',
		},
	},
	'sync.blocked': {
		task: of('lead-sync'),
		data: {
			agentId: 'agent_sample',
			destination: 'crm',
			cause: 'destination',
			reason: 'A sample: the destination crm is unavailable.',
			since: AT,
			leadsRefused: 0,
		},
	},
	'lead.refused': {
		task: of('lead-sync'),
		data: {
			agentId: 'agent_sample',
			destination: 'crm',
			count: 1,
			leads: [{ leadId: 1001, reason: 'A sample: the email address is not valid.' }],
		},
	},
	'report.ready': {
		task: { type: 'weekly-report', agentId: null },
		data: {
			week: { firstDay: '2026-01-24', lastDay: '2026-01-30', timeZone: 'UTC', locale: 'en' },
			agents: 2,
			measures: [
				{ name: 'leads', now: 12, before: 9 },
				{ name: 'conversations', now: 240, before: 251 },
				{ name: 'failedSources', now: 1, before: null },
			],
		},
	},
	'sync.resumed': {
		task: of('lead-sync'),
		data: {
			agentId: 'agent_sample',
			destination: 'crm',
			cause: 'destination',
			since: AT,
			resumedAt: AN_HOUR_LATER,
			blockedSeconds: 3_600,
			caughtUp: 12,
			leadsRefused: 0,
		},
	},
	'schedule.recovered': {
		task: { type: 'nightly-retrain', agentId: null },
		data: {
			scheduleId: 'schedule~sample',
			failedTaskId: 'nightly-retrain~sample-before',
			failedDueAt: AT,
			trouble: 'failed',
			reason: 'A sample: 4 of 5 agents were retrained, 1 failed.',
			dueAt: LATER,
		},
	},
	'connection.failing': {
		task: { type: CONNECTION, agentId: null },
		data: {
			cause: 'key_refused',
			reason: 'A sample: the key is not valid.',
			since: AT,
			blocks: { syncs: 2, tasks: 1, schedules: 1 },
		},
	},
	'connection.recovered': {
		task: { type: CONNECTION, agentId: null },
		data: {
			cause: 'key_refused',
			reason: 'A sample: the key is not valid.',
			since: AT,
			recoveredAt: AN_HOUR_LATER,
			failedSeconds: 3_600,
			failedTasks: 1,
		},
	},
};

/** An invented event, marked as a sample. @param id the same for a repeat */
export function sampleEvent(type: EventType, id: string, connection: string | null): TaskEvent {
	const { task, data } = SAMPLES[type];
	return {
		id,
		type,
		at: AT,
		task: { id: `${task.type}~sample`, connection: connection ?? 'sample', ...task },
		data,
		sample: true,
	};
}

function of(type: string): SampleTask {
	return { type, agentId: 'agent_sample' };
}
