// @ts-check
import { CONNECTION, of, perSecond } from './queries.mjs';

/**
 * What tasks do, and what needs a person.
 *
 * @type {readonly import('./queries.mjs').Row[]}
 */
export const TASK_ROWS = [
	{
		title: 'Now',
		panels: [
			{
				title: 'Temporal',
				description: 'Whether Temporal answers the gateways: 1 or 0. At 0, no task starts or continues.',
				type: 'stat',
				unit: 'none',
				queries: [[`max(${of('agent_knowledge_temporal_up')})`, '']],
				alerts: ['TemporalAway'],
				warnBelow: 1,
			},
			{
				title: 'Queues without a worker',
				description: 'Queues that no worker polls. Their work waits.',
				type: 'stat',
				unit: 'short',
				queries: [[`sum(1 - max by (queue) (${of('agent_knowledge_queue_polled')}))`, '']],
				alerts: ['NoWorkerPolling'],
				warnAbove: 1,
			},
			{
				title: 'Tasks that wait for a person',
				description: 'Mails to approve, unknown outcomes, and syncs whose list of refused leads is full.',
				type: 'stat',
				unit: 'short',
				queries: [[`sum(max by (task, stage) (${of('agent_knowledge_tasks_waiting_for_person')}))`, '']],
				alerts: ['PersonNeeded'],
			},
			{
				title: 'Oldest review',
				description: 'Age of the oldest mail that waits for a decision, accurate to 15 minutes.',
				type: 'stat',
				unit: 's',
				queries: [[`max(${of('agent_knowledge_oldest_review_seconds')})`, '']],
				alerts: ['ReviewStuck'],
				warnAbove: 172_800,
			},
			{
				title: 'Tasks whose workflow code fails',
				description: 'Open tasks that this release cannot continue. They wait until another release can.',
				type: 'stat',
				unit: 'short',
				queries: [[`sum(max by (task) (${of('agent_knowledge_tasks_failing')}))`, '']],
				alerts: ['WorkflowTaskFailing'],
				warnAbove: 1,
			},
			{
				title: 'Unread parts of the metrics',
				description: 'Parts of the figures of all tasks that the gateways cannot read. Alerts on them cannot fire.',
				type: 'stat',
				unit: 'short',
				queries: [[`sum(max by (part) (${of('agent_knowledge_figures_unread')}))`, '']],
				alerts: ['FiguresUnread'],
				warnAbove: 1,
			},
		],
	},
	{
		title: 'Tasks',
		panels: [
			{
				title: 'Open tasks by stage',
				description: 'Running tasks. A stage that only grows needs attention.',
				type: 'timeseries',
				unit: 'short',
				queries: [[`max by (task, stage) (${of('agent_knowledge_tasks_open')})`, '{{task}} {{stage}}']],
			},
			{
				title: 'Started tasks',
				description: 'Tasks that began to run, and accepted requests for them, repeats of a key included.',
				type: 'timeseries',
				unit: 'ops',
				queries: [
					[perSecond('task', of('agent_knowledge_tasks_started_total', CONNECTION)), '{{task}}'],
					[perSecond('type', of('agent_knowledge_tasks_accepted_total')), '{{type}} accepted'],
				],
			},
			{
				title: 'Ended tasks by outcome',
				description: 'completed: they did what was asked. Every other outcome is a task that did not.',
				type: 'timeseries',
				unit: 'ops',
				queries: [
					[perSecond('task, outcome', of('agent_knowledge_tasks_ended_total', CONNECTION)), '{{task}} {{outcome}}'],
				],
				alerts: ['TasksFail', 'RetrainIncomplete', 'SyncFailed'],
			},
			{
				title: 'Effects with an unknown outcome',
				description: 'Writes of the last hour whose responses were all lost. The results name them.',
				type: 'timeseries',
				unit: 'short',
				queries: [
					[
						`sum by (task, connection) (increase(${of('agent_knowledge_effects_uncertain_total', CONNECTION)}[1h]))`,
						'{{task}} {{connection}}',
					],
				],
				alerts: ['PersonNeeded'],
			},
			{
				title: 'Missed runs of schedules',
				description: 'Runs that did not start because Temporal was unavailable for more than an hour.',
				type: 'timeseries',
				unit: 'short',
				queries: [[`max by (task) (${of('agent_knowledge_schedule_times_missed')})`, '{{task}}']],
				alerts: ['ScheduleMissed'],
			},
			{
				title: 'Late runs',
				description: 'Runs of schedules and hooks that will probably not be done by the time that was set for them.',
				type: 'timeseries',
				unit: 'short',
				queries: [
					[
						`sum by (task, connection, source) (increase(${of('agent_knowledge_runs_late_total', CONNECTION)}[1h]))`,
						'{{task}} {{connection}} {{source}}',
					],
				],
				alerts: ['RunLate'],
			},
		],
	},
	{
		title: 'Syncs',
		panels: [
			{
				title: 'Lag',
				description: 'Seconds since the moment up to which a sync has read every lead or change.',
				type: 'timeseries',
				unit: 's',
				queries: [
					[
						`max by (task, connection, destination) (${of('agent_knowledge_sync_lag_seconds', CONNECTION)})`,
						'{{task}} {{connection}} to {{destination}}',
					],
				],
			},
			{
				title: 'Overdue',
				description: 'Seconds since a sync should have looked, also while it is blocked.',
				type: 'timeseries',
				unit: 's',
				queries: [
					[
						`max by (task, connection, destination) (${of('agent_knowledge_sync_overdue_seconds', CONNECTION)})`,
						'{{task}} {{connection}} to {{destination}}',
					],
				],
				alerts: ['SyncBehind'],
			},
			{
				title: 'Leads',
				description: 'Leads that were written, or done by a flow, or refused.',
				type: 'timeseries',
				unit: 'ops',
				queries: [
					[
						perSecond('destination, outcome', of('agent_knowledge_sync_leads_total', CONNECTION)),
						'{{destination}} {{outcome}}',
					],
				],
			},
			{
				title: 'Blocked calls',
				description:
					'Calls of syncs that the destination or the service blocked in the last 15 minutes. They are retried.',
				type: 'timeseries',
				unit: 'short',
				queries: [
					[
						`sum by (connection, destination, by) (increase(${of('agent_knowledge_sync_holds_total', CONNECTION)}[15m]))`,
						'{{connection}} to {{destination}}, by {{by}}',
					],
				],
				alerts: ['DestinationDown'],
			},
			{
				title: 'Refused leads',
				description: 'Leads in the lists of refused leads. A person retries or dismisses them.',
				type: 'timeseries',
				unit: 'short',
				queries: [
					[
						`max by (connection, destination) (${of('agent_knowledge_sync_refused_leads', CONNECTION)})`,
						'{{connection}} to {{destination}}',
					],
				],
			},
		],
	},
];
