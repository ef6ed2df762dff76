import { counts, type Intention, judge, type TaskReport } from './verdict';

const report = (more: Partial<TaskReport> = {}): TaskReport => ({
	status: 'completed',
	unknown: false,
	ambiguous: false,
	repeats: 0,
	duplicates: [],
	closedAt: 100,
	...more,
});
const wanted = (kind: Intention['kind'], ...effects: Array<[id: string, at: number]>): Intention => ({
	what: 'training run of agent_a',
	kind,
	effects: effects.map(([id, at]) => ({ id, at })),
});
const by = (fault: 'kill-worker' | 'late-commit' | 'lost-after', lostResponse = true) => ({
	fault,
	lostResponse,
	hidesEndedRuns: false,
	mayAsk: true,
});

describe('the verdict on what was wanted once', () => {
	it.each(['keyless', 'keyed', 'row', 'delivery'] as const)('is content with one effect of a %s', (kind) => {
		expect(judge(wanted(kind, ['run_1', 10]), report(), by('kill-worker'))).toMatchObject({
			outcome: 'once',
			problem: null,
		});
	});

	it.each(['keyless', 'keyed', 'row', 'delivery'] as const)('calls no effect of a %s lost', (kind) => {
		const { outcome, problem } = judge(wanted(kind), report(), by('kill-worker'));
		expect([outcome, problem]).toEqual(['lost', expect.stringContaining('lost')]);
	});

	it.each(['keyed', 'row', 'delivery'] as const)(
		'calls two effects of a %s doubled, whatever the task says',
		(kind) => {
			const doubled = wanted(kind, ['one', 10], ['two', 20]);
			const all = report({ ambiguous: true, duplicates: ['one', 'two'] });
			expect(judge(doubled, all, by('late-commit'))).toMatchObject({
				outcome: 'doubled',
				problem: expect.any(String) as string,
			});
		},
	);

	it('takes two arrivals of one delivery with the same id as one', () => {
		expect(judge(wanted('delivery', ['id', 10], ['id', 20]), report(), by('kill-worker')).outcome).toBe('once');
	});

	it('allows two keyless effects only where the service commits late, and the result names it', () => {
		const doubled = wanted('keyless', ['ours', 10], ['late', 50]);
		const naming = report({ ambiguous: true, duplicates: ['late'] });
		expect(judge(doubled, naming, by('late-commit'))).toMatchObject({ outcome: 'doubled-and-reported', problem: null });
		expect(judge(doubled, naming, by('kill-worker')).problem).toContain('nothing was committed after both looks');
		expect(judge(doubled, report({ ambiguous: true }), by('late-commit')).problem).toContain('does not name it');
		expect(judge(doubled, report({ duplicates: ['late'] }), by('late-commit')).problem).toContain('does not name it');
		const afterTheEnd = wanted('keyless', ['ours', 10], ['late', 150]);
		expect(judge(afterTheEnd, report({ ambiguous: true }), by('late-commit')).outcome).toBe('doubled-and-reported');
		const waited = { ambiguous: true, closedAt: 200, requestsEndedAt: 100 };
		expect(judge(afterTheEnd, report(waited), by('late-commit')).outcome).toBe('doubled-and-reported');
		expect(judge(doubled, report(waited), by('late-commit')).outcome).toBe('doubled');
	});

	it('allows a second run only where ended runs are hidden, one a lost response, and told', () => {
		const hidden = { ...by('lost-after'), hidesEndedRuns: true };
		const runs = (lostResponses: number) => ({ ...wanted('keyless', ['one', 10], ['two', 20]), lostResponses });
		const told = report({ ambiguous: true, repeats: 1 });
		expect(judge(runs(1), told, hidden)).toMatchObject({ outcome: 'second-and-told', problem: null });
		expect(judge(runs(0), told, { ...hidden, fault: 'kill-worker' }).outcome).toBe('second-and-told');
		expect(judge(runs(0), told, hidden).problem).toContain('1 more runs after 0 lost responses');
		expect(judge(runs(1), report({ ambiguous: true }), hidden).outcome).toBe('doubled');
		expect(judge(runs(1), told, by('lost-after')).outcome).toBe('doubled');
		const three = { ...wanted('keyless', ['one', 10], ['two', 20], ['three', 30]), lostResponses: 3 };
		expect(judge(three, told, hidden).problem).toContain('the result tells of 1');
	});

	it('allows no unknown outcome of a task that was told to send its request again', () => {
		const asking = report({ unknown: true });
		expect(judge(wanted('keyless'), asking, { ...by('lost-after'), mayAsk: false }).problem).toContain('told to send');
	});

	it('allows an unknown outcome only after a response to a write was lost', () => {
		const asking = report({ unknown: true });
		expect(judge(wanted('keyless'), asking, by('kill-worker'))).toMatchObject({ outcome: 'unknown', problem: null });
		expect(judge(wanted('keyless'), asking, by('kill-worker', false)).problem).toContain(
			'no response to a write was lost',
		);
		expect(judge(wanted('row'), asking, by('kill-worker')).problem).toContain('unknown');
	});

	it('requires a report of the end of a task, also of one that asks a person', () => {
		const asking = report({ unknown: true });
		expect(judge(wanted('delivery', ['id', 10]), asking, by('kill-worker', false)).outcome).toBe('once');
		expect(judge(wanted('delivery'), asking, by('kill-worker')).outcome).toBe('lost');
	});
});

describe('a run', () => {
	it.each([
		['between the first attempt and the end', 20, 10, 30, true],
		['before the first attempt', 5, 10, 30, false],
		['after the end', 31, 10, 30, false],
		['never', null, 10, 30, false],
		['though nothing was attempted', 20, null, 30, false],
	])('hit %s', (_when, hitAt, firstAttemptAt, endedAt, expected) => {
		expect(counts(hitAt, firstAttemptAt, endedAt)).toBe(expected);
	});
});
