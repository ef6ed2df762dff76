import { TASK_TYPES } from '../../../../workflows/contracts';
import { definitions } from '../../../tasks/definitions';
import type { ScheduleView, TaskType } from '../api/types';
import { differences } from './differences';
import { z } from 'zod';

const types = TASK_TYPES.map((type) => ({
	type,
	title: definitions[type].title,
	inputSchema: z.toJSONSchema(definitions[type].input, { io: 'input' }),
})) as unknown as TaskType[];

const view: ScheduleView = {
	id: 'nights',
	version: 'a',
	type: 'nightly-retrain',
	connection: 'main',
	input: { connection: 'main', agentIds: ['agent_a'], ifActive: 'adopt', agentTimeoutSeconds: 21_600 },
	cron: ['0 3 * * *'],
	timeZone: 'UTC',
	jitterSeconds: 0,
	paused: false,
	note: null,
	finishBy: null,
	warnMinutes: null,
	next: [],
	clockWarnings: [],
	recent: [],
	running: [],
	counts: { started: 0, missed: 0, skipped: 0 },
	createdAt: '2026-11-21T10:00:00Z',
	updatedAt: null,
	links: { self: '/v1/schedules/nights' },
};

test('runs change nothing', () => {
	const counts = { started: 3, missed: 0, skipped: 0 };
	expect(differences(view, { ...view, counts, running: ['task'] }, types)).toEqual([]);
});

test('each difference has the words of the form', () => {
	const input = { connection: 'main', ifActive: 'wait', agentTimeoutSeconds: 7_200 };
	const after = { ...view, input, cron: ['0 4 * * *', '0 16 * * *'], paused: true, note: 'All shops' };
	expect(differences(view, after, types)).toEqual([
		{ label: 'Agents', before: 'agent_a', after: 'none' },
		{ label: 'If a run is active', before: 'Follow it', after: 'Start a new one after it' },
		{ label: 'Time limit per agent', before: '6 hours', after: '2 hours' },
		{ label: 'Times', before: 'every day at 03:00', after: '0 4 * * * | 0 16 * * *' },
		{ label: 'Paused', before: 'no', after: 'yes' },
		{ label: 'Note', before: 'none', after: 'All shops' },
	]);
});

test('another task has other fields', () => {
	const after: ScheduleView = { ...view, type: 'lead-export', input: { connection: 'main', format: 'xlsx' } };
	expect(differences(view, after, types).map(({ label }) => label)).toEqual(
		expect.arrayContaining(['Task', 'Agents', 'Format']),
	);
});
