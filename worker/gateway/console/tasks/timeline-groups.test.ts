import type { TimelineEntry } from '../api/types';
import { attemptsOf, durationOf, groupsOf, statusesOf } from './timeline-groups';

const AT = '2026-11-23T10:00:00.000Z';

function entry(kind: TimelineEntry['kind'], name: string, more: Partial<TimelineEntry> = {}): TimelineEntry {
	return {
		kind,
		name,
		title: name,
		status: 'done',
		at: AT,
		endedAt: AT,
		waitsForPerson: false,
		times: 1,
		attempts: 1,
		queuedSeconds: null,
		reason: null,
		statuses: [],
		nextAt: null,
		by: null,
		taskId: null,
		...more,
	};
}

const namesOf = (entries: TimelineEntry[]) =>
	groupsOf({ entries }).map(({ stage, entries: inside }) => [stage?.name ?? null, inside.map(({ name }) => name)]);

test('steps stand in their stage, and the end is a group of its own', () => {
	const entries = [
		entry('start', 'start'),
		entry('stage', 'looking'),
		entry('call', 'readTraining'),
		entry('stage', 'training'),
		entry('call', 'watchTraining'),
		entry('stage', 'completed'),
		entry('event', 'task.completed'),
		entry('end', 'end'),
		entry('delivery', 'task.completed'),
	];
	expect(namesOf(entries)).toEqual([
		[null, ['start']],
		['looking', ['readTraining']],
		['training', ['watchTraining']],
		[null, ['task.completed', 'end', 'task.completed']],
	]);
});

test('the end of a task that was terminated closes its stage', () => {
	expect(namesOf([entry('stage', 'training'), entry('end', 'end')])).toEqual([
		['training', []],
		[null, ['end']],
	]);
});

test('a history that was cut begins in the middle of a stage', () => {
	expect(namesOf([entry('call', 'syncPage'), entry('stage', 'paused')])).toEqual([
		[null, ['syncPage']],
		['paused', []],
	]);
	expect(namesOf([])).toEqual([]);
});

test.each([
	['one attempt', {}, null],
	['several times in a row', { times: 20, attempts: 20 }, '20 times'],
	['a retry', { attempts: 2, reason: 'Too many requests (429)' }, '2 attempts'],
	['looking for a change', { attempts: 30 }, 'looked 30 times for a change'],
	['looking for a change, twice in a row', { times: 2, attempts: 23 }, 'looked 23 times for a change'],
	['a running attempt', { status: 'running', endedAt: null }, 'looked 1 time for a change'],
	['a decision', { kind: 'decision', attempts: 0 }, null],
] as const)('the words about %s', (_what, more, expected) => {
	expect(attemptsOf(entry('call', 'readLeads', more))).toBe(expected);
});

test('what took less than a second has no duration', () => {
	expect(durationOf(entry('call', 'readLeads'))).toBeNull();
	expect(durationOf(entry('call', 'readLeads', { endedAt: '2026-11-23T10:01:30.000Z' }))).toBe('90 seconds');
	expect(durationOf(entry('request', 'pause', { endedAt: null }))).toBeNull();
});

test.each([
	[[], null, null],
	[[429], 'Too many requests (429)', null],
	[[429], null, 'Status codes of failed attempts: 429.'],
	[[429, 503], 'Unavailable (503)', 'Status codes of failed attempts: 429, 503.'],
])('the status codes %j with the reason %s', (statuses, reason, text) => {
	expect(statusesOf({ statuses, reason })).toBe(text);
});
