import { shortId, stateOf } from './state';

const RUNNING = {
	ended: null,
	stage: 'syncing',
	waitsForPerson: false,
	progress: null,
	connectionMissing: false,
} as const;
const endedAs = (word: string, tone: 'good' | 'bad') => ({
	outcome: 'any',
	word,
	tone,
	needsAttention: tone === 'bad',
});
const REPORT = { message: 'It runs.', at: '2026-11-21T10:00:00Z' };
const PROBLEM = { type: 'destination_down', title: 'It is down', detail: 'It answered 503.' };

test.each([
	['Running', 'busy', RUNNING],
	['Waits for a person', 'attention', { ...RUNNING, waitsForPerson: true }],
	['Connection removed', 'bad', { ...RUNNING, waitsForPerson: true, connectionMissing: true }],
	['Paused', 'quiet', { ...RUNNING, stage: 'paused', progress: { ...REPORT, problem: PROBLEM } }],
	['Flow not published', 'quiet', { ...RUNNING, stage: 'unpublished' }],
	['Blocked', 'bad', { ...RUNNING, progress: { ...REPORT, itemsFailed: 2, problem: PROBLEM } }],
	['Running, some failed', 'attention', { ...RUNNING, progress: { ...REPORT, itemsFailed: 2 } }],
	['Sent', 'good', { ...RUNNING, stage: 'completed', ended: endedAs('Sent', 'good') }],
	[
		'Not sent, nobody decided',
		'bad',
		{ ...RUNNING, stage: 'completed', ended: endedAs('Not sent, nobody decided', 'bad') },
	],
] as const)('%s looks %s', (text, look, task) => {
	expect(stateOf(task)).toEqual({ look, text });
});

test('a short id tells two tasks apart', () => {
	expect(shortId('retrain-and-wait~0123456789abcdef')).toBe('01234567');
});
