// @ts-check
import { CONNECTION, of, p95, perSecond } from './queries.mjs';

/**
 * What the processes do: calls, queues, deliveries, requests.
 *
 * @type {readonly import('./queries.mjs').Row[]}
 */
export const PROCESS_ROWS = [
	{
		title: 'The service',
		panels: [
			{
				title: 'Calls by response',
				description: 'Calls of all workers: the status, or none. 401 means a refused key, 429 a reached limit.',
				type: 'timeseries',
				unit: 'reqps',
				queries: [
					[
						perSecond('connection, status', of('agent_knowledge_api_answers_total', CONNECTION)),
						'{{connection}} {{status}}',
					],
				],
				alerts: ['KeyRefused', 'RateLimitMet'],
			},
			{
				title: 'Response time of the service, 95 %',
				description: '95 of 100 calls took less. A call ends after 30 s.',
				type: 'timeseries',
				unit: 's',
				queries: [
					[
						p95('connection, operation', 'agent_knowledge_api_request_duration_seconds', CONNECTION),
						'{{connection}} {{operation}}',
					],
				],
			},
		],
	},
	{
		title: 'Queues',
		panels: [
			{
				title: 'Wait in the queue, 95 %',
				description:
					'Time until a worker takes an activity. More workers shorten it, but not for api:<connection>: there, tasks wait for the limit of the key.',
				type: 'timeseries',
				unit: 's',
				queries: [[p95('queue', 'agent_knowledge_queue_wait_seconds'), '{{queue}}']],
			},
			{
				title: 'Waiting calls, of the limit',
				description:
					'Dispatches of each connection whose calls wait all the time, as a share of its limit. Below 0.9, the engine is full.',
				type: 'timeseries',
				unit: 'percentunit',
				queries: [
					[
						`${perSecond('queue', of('agent_knowledge_queue_wait_seconds_count'))} / max by (queue) (${of('agent_knowledge_queue_pace')}) and max by (queue) (rate(${of('agent_knowledge_queue_waiting_seconds_total')}[$__rate_interval])) > 0.9`,
						'{{queue}}',
					],
				],
				alerts: ['EngineFull'],
			},
			{
				title: 'Attempts of activities',
				description: 'not_yet means that there was nothing to report. Failed attempts are retried.',
				type: 'timeseries',
				unit: 'ops',
				queries: [[perSecond('queue, outcome', of('agent_knowledge_activities_total')), '{{queue}} {{outcome}}']],
			},
			{
				title: 'Free slots of the workers',
				description: 'From the metrics of the Temporal SDK (telemetry.metricsAddress). At 0, work waits in the queue.',
				type: 'timeseries',
				unit: 'short',
				queries: [
					[
						`sum by (task_queue, worker_type) (${of('temporal_worker_task_slots_available')})`,
						'{{task_queue}} {{worker_type}}',
					],
				],
			},
		],
	},
	{
		title: 'Events, callbacks and files',
		panels: [
			{
				title: 'Deliveries',
				description: 'Attempts to deliver. overdue: failed half an hour after the first. given_up: no longer retried.',
				type: 'timeseries',
				unit: 'ops',
				queries: [[perSecond('kind, outcome', of('agent_knowledge_deliveries_total')), '{{kind}} {{outcome}}']],
				alerts: ['DeliveriesFail', 'DeliveryGivenUp'],
			},
			{
				title: 'Expired files',
				description: 'Uploads and exports that were removed after their time, and failed attempts, per hour.',
				type: 'timeseries',
				unit: 'short',
				queries: [
					[`sum(increase(${of('agent_knowledge_blobs_expired_total')}[1h]))`, 'removed'],
					[`sum(increase(${of('agent_knowledge_blob_expiry_failures_total')}[1h]))`, 'failed'],
				],
				alerts: ['BlobsNotExpired'],
			},
		],
	},
	{
		title: 'Gateways and processes',
		panels: [
			{
				title: 'Requests to the gateways',
				description: 'Requests by status.',
				type: 'timeseries',
				unit: 'reqps',
				queries: [[perSecond('status', of('agent_knowledge_http_requests_total')), '{{status}}']],
			},
			{
				title: 'Response time of the gateways, 95 %',
				description: '95 of 100 requests took less. Long polls wait on purpose, up to 30 s.',
				type: 'timeseries',
				unit: 's',
				queries: [[p95('method, route', 'agent_knowledge_http_request_duration_seconds'), '{{method}} {{route}}']],
			},
			{
				title: 'Memory',
				description: 'Resident memory of each process. Compare it with the limit of its container.',
				type: 'timeseries',
				unit: 'bytes',
				queries: [[of('process_resident_memory_bytes'), '{{instance}}']],
			},
			{
				title: 'Processor time',
				description: 'Cores that each process uses.',
				type: 'timeseries',
				unit: 'short',
				queries: [[`rate(${of('process_cpu_seconds_total')}[$__rate_interval])`, '{{instance}}']],
			},
			{
				title: 'Delay of the event loop, 99 %',
				description: 'Above 0.5 s, a process does not keep up: add processes or processor time.',
				type: 'timeseries',
				unit: 's',
				queries: [[of('nodejs_eventloop_lag_p99_seconds'), '{{instance}}']],
			},
		],
	},
];
