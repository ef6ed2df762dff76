import type {
	Destination,
	Page,
	Progress,
	RefusedLead,
	Review,
	Schedule,
	Task,
	TaskDetails,
	TaskItem,
	TaskType,
} from './pages/types';
import {
	destinationListSchema,
	refusedLeadsSchema,
	reviewSchema,
	scheduleListSchema,
	taskDetailsSchema,
	taskPageSchema,
	taskProgressSchema,
	taskTypeListSchema,
	taskViewSchema,
} from './schemas';

/**
 * What the pages read, whole: a field that the gateway does not have, or has no more, is not there once its schema was
 * over it. That the pages are ready for all that the gateway may give, for a null for instance, the compiler sees here.
 */
describe('the gateway has what the pages read of', () => {
	const at = '2026-11-21T10:00:00Z';
	const progress: Required<Progress> = {
		message: 'It trains.',
		pagesTotal: 4,
		pagesCompleted: 2,
		pagesFailed: 1,
		itemsDone: 5,
		itemsTotal: 9,
		itemsFailed: 1,
		destination: 'crm',
		flow: 'Leads to CRM',
		upToDateAt: at,
		lagSeconds: 12,
		nextAt: at,
		problem: { type: 'destination_down', title: 'It is down', detail: 'It answered 503.' },
		at,
	};
	const item: TaskItem = {
		id: 'lead-sync/1',
		type: 'lead-sync',
		connection: 'main',
		agentId: 'agent_1',
		status: 'running',
		stage: 'syncing',
		progress,
		startedAt: at,
		closedAt: at,
		waitsForPerson: false,
		links: { self: '/v1/tasks/lead-sync%2F1' },
	};

	it('the progress of a task', () => {
		// The schema lets more through; here it must know each field.
		const shown: Progress = taskProgressSchema.strip().parse(progress);
		expect(shown).toEqual(progress);
	});

	it('a task and its details', () => {
		const error = { type: 'a', title: 'b', status: 400, detail: 'c', issues: [{ path: 'd', message: 'e' }] };
		const task: Task = { ...item, result: { version: 1 }, error, succeeded: false };
		const shown: Task = taskViewSchema.parse({ ...task, outcome: 'failed', reason: 'why' });
		expect(shown).toMatchObject(task);
		const details: TaskDetails = { input: { connection: 'main' }, temporalUrl: 'https://a.example', reviewPath: '/b' };
		const shownDetails: TaskDetails = taskDetailsSchema.parse({ id: item.id, ...details });
		expect(shownDetails).toEqual({ id: item.id, ...details });
	});

	it('a review', () => {
		const review: Review = { draft: { to: ['ada@client.example'], cc: [], subject: 'Hello' } };
		const asked = {
			taskId: 'a',
			agentId: 'b',
			sessionId: null,
			from: null,
			signature: null,
			question: null,
			decisions: [],
		};
		const shown: Review = reviewSchema.parse({ ...asked, draft: { ...review.draft, content: 'Text' } });
		expect(shown).toMatchObject(review);
	});

	it('a list of tasks', () => {
		const page: Page<TaskItem> = { items: [item], nextPageToken: 'next' };
		const shown: Page<TaskItem> = taskPageSchema.parse(page);
		expect(shown).toEqual(page);
	});

	it('a type of tasks', () => {
		const type: TaskType = {
			type: 'lead-sync',
			title: 'Lead sync',
			description: 'Brings leads.',
			keyReuse: 'never',
			actions: ['pause'],
			endedActions: ['retry'],
		};
		const items = [{ ...type, version: 1, decisions: [], inputSchema: {} }];
		const shown: TaskType[] = taskTypeListSchema.parse({ items, retentionHours: 1 }).items;
		expect(shown).toEqual(items);
	});

	it('a sync', () => {
		const items: RefusedLead[] = [{ leadId: 7, reason: 'No.', at }];
		const shown: RefusedLead[] = refusedLeadsSchema.parse({ items }).items;
		expect(shown).toEqual(items);
		const places: Destination[] = [{ name: 'crm', type: 'webhook', target: 'crm.example' }];
		const shownPlaces: Destination[] = destinationListSchema.parse({ items: places }).items;
		expect(shownPlaces).toEqual(places);
	});

	it('a schedule', () => {
		const schedule: Schedule = {
			id: 'nightly',
			type: 'nightly-retrain',
			connection: 'main',
			cron: ['0 3 * * *'],
			timeZone: 'UTC',
			paused: false,
			note: 'All',
			next: [at],
			recent: [{ taskId: 'nightly-retrain/1', dueAt: at, startedAt: at }],
			links: { self: '/v1/schedules/nightly' },
		};
		const items = [{ ...schedule, jitterSeconds: 0 }];
		const shown: Schedule[] = scheduleListSchema.parse({ items }).items;
		expect(shown).toEqual(items);
	});
});
