import { judgeFinish, type RunAtStake } from './judge-finish';

const MINUTE = 60_000;
const run = (more: Partial<RunAtStake>): RunAtStake => ({
	now: 0,
	dueAt: 0,
	finishBy: 240 * MINUTE,
	warnMs: 30 * MINUTE,
	begun: { at: 0, done: null, total: null },
	earlierMs: [],
	...more,
});

test.each<[string, Partial<RunAtStake>, boolean, number | null]>([
	['a run without progress and without earlier ones', { now: 60 * MINUTE }, false, null],
	['the same when the lead time begins', { now: 210 * MINUTE }, true, null],
	['a run that has not begun', { begun: null }, false, null],
	['the same when the lead time begins', { begun: null, now: 210 * MINUTE }, true, null],
	['a run that is as quick as it has to be', { now: 60 * MINUTE, begun: { at: 0, done: 30, total: 100 } }, false, 200],
	['a run that is too slow', { now: 60 * MINUTE, begun: { at: 0, done: 20, total: 100 } }, true, 300],
	['a run whose time is shorter than the lead time', { now: 4 * MINUTE, finishBy: 10 * MINUTE }, false, null],
	['the same after half of its time', { now: 5 * MINUTE, finishBy: 10 * MINUTE }, true, null],
	['progress that says little yet', { now: 0.5 * MINUTE, begun: { at: 0, done: 1, total: 1_000 } }, false, null],
	['a usual night', { now: MINUTE, earlierMs: [100, 90, 110].map((each) => each * MINUTE) }, false, 100],
	['a run that began late', { now: 160 * MINUTE, begun: null, earlierMs: [100 * MINUTE] }, true, 260],
	['one that takes longer than usual', { now: 150 * MINUTE, earlierMs: [100 * MINUTE] }, false, 150],
])('%s', (_what, more, isLate, expected) => {
	const judged = judgeFinish(run(more));
	expect(judged.isLate).toBe(isLate);
	expect(judged.expectedAt).toBe(expected === null ? null : expected * MINUTE);
});

test('looks every five minutes, and when the lead time begins', () => {
	expect(judgeFinish(run({ now: 0 })).nextLookAt).toBe(5 * MINUTE);
	expect(judgeFinish(run({ now: 208 * MINUTE })).nextLookAt).toBe(210 * MINUTE);
});
